use gyakusan::retro::{engine::Engine, judge::Judge, node::Key, scope::Scope, value::Solver};
use rayon::prelude::*;
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
    let mut all = vec![];
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
        all.push(l.attackers.clone());
    }
    println!("table {} MB", e.table().bytes() / 1000000);
    let mut tot = 0;
    let mut lines = 0;
    for (i, l) in all.iter().enumerate() {
        let n = i as u8 + 1;
        let v: Vec<_> = l
            .par_iter()
            .map_init(
                || Judge::new(Solver::new(e.table())),
                |j, k| {
                    let p = k.unpack();
                    j.judge(&p, n)
                        .map(|v| (if p.is_symmetric() { 1 } else { 2 }, v))
                },
            )
            .flatten()
            .collect();
        let c = |f: &dyn Fn(&gyakusan::judge::record::Flaws) -> bool| {
            v.iter()
                .filter(|x| f(&x.1.flaws))
                .map(|x| x.0)
                .sum::<usize>()
        };
        let a = c(&|_| true);
        tot += a;
        lines += v
            .iter()
            .map(|x| {
                let f = &x.1.flaws;
                (f.equal_variations + f.longer_before_last + f.equal_at_last + f.longer_at_last)
                    as usize
            })
            .sum::<usize>();
        println!(
            "{}: A {} B {} C {} D {} fs {}",
            2 * n - 1,
            a,
            c(&|f| f.longer_at_last == 0),
            c(&|f| f.longer_at_last == 0 && f.longer_before_last == 0 && f.promotion_duals == 0),
            c(&|f| f.longer_before_last == 0),
            c(&|f| f.final_superfluous)
        );
    }
    println!("total {tot} lines {lines} {:?}", t.elapsed());
    let _ = u64::UNITS;
}
