use gyakusan::retro::{
    engine::Engine, judge::Judge, monitor::Monitor, node::Key, scope::Scope, value::Solver,
};
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
    let m = Monitor::default();
    let mut e: Engine<u64> = Engine::start(Scope::new(&fams), &m).unwrap();
    while !e.is_complete() {
        e.advance().unwrap();
        let p = e.progress();
        println!(
            "{} {}: A {} D {} {:?}",
            p.attackers.len(),
            p.defender_level,
            p.attackers.last().map_or(0, Vec::len),
            p.defenders.len(),
            t.elapsed()
        );
    }
    println!("table {} MB", e.table().bytes() / 1000000);
    let (table, all) = e.finish();
    let mut tot = 0;
    let mut lines = 0;
    for (i, l) in all.iter().enumerate() {
        let n = i as u8 + 1;
        let v: Vec<_> = l
            .par_iter()
            .map_init(
                || Judge::new(Solver::new(&table)),
                |j, k| {
                    let p = k.unpack();
                    j.judge(&p, n).map(|v| {
                        (
                            if p.is_symmetric() { 1 } else { 2 },
                            v.flaws,
                            v.others.len(),
                        )
                    })
                },
            )
            .flatten()
            .collect();
        let c = |f: &dyn Fn(&gyakusan::judge::record::Flaws) -> bool| {
            v.iter().filter(|x| f(&x.1)).map(|x| x.0).sum::<usize>()
        };
        let a = c(&|_| true);
        tot += a;
        lines += v.iter().map(|x| x.2).sum::<usize>();
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
