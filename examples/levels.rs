use gyakusan::retro::{engine::Engine, scope::Scope};
fn main() {
    let fams: Vec<[u8; 4]> = std::env::args()
        .skip(1)
        .map(|a| {
            let mut f = [0; 4];
            for (i, c) in a.bytes().enumerate() {
                f[i] = c - b'0';
            }
            f
        })
        .collect();
    let t = std::time::Instant::now();
    let mut e: Engine<u64> = Engine::new(Scope::new(&fams));
    println!("0: D {} {:?}", e.last().defenders.len(), t.elapsed());
    loop {
        let l = e.advance();
        println!(
            "{}: A {} D {} {:?}",
            l.value,
            l.attackers.len(),
            l.defenders.len(),
            t.elapsed()
        );
        if l.attackers.is_empty() {
            break;
        }
    }
    println!("table {} MB", e.table().bytes() / 1000000);
}
