use gyakusan::shogi::*;
use gyakusan::solve::*;
use std::sync::atomic::AtomicBool;
use std::time::*;
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let secs: f64 = args[2].parse().unwrap();
    let only = args.get(3).cloned();
    let quiet = std::env::var("QUIET").is_ok();
    let text = std::fs::read_to_string(&args[1]).unwrap();
    let mut s = Solver::new(1000 << 20);
    let (mut right, mut n, mut nodes) = (0, 0, 0);
    let t0 = Instant::now();
    for line in text.lines() {
        if let Some(o) = &only {
            if !line.contains(o.as_str()) {
                continue;
            }
        }
        let cols: Vec<&str> = line.split('\t').collect();
        let p = match Position::from_tsume_sfen(cols[0], false) {
            Ok(p) => p,
            Err(e) => {
                println!("{} {e}", cols[2]);
                continue;
            }
        };
        let task = Task::new(p);
        let t = Instant::now();
        s.forget();
        let o = s.solve(
            &task,
            Goal::Lengths,
            &Limits {
                time: Some(Duration::from_secs_f64(secs)),
                ..Default::default()
            },
            &AtomicBool::new(false),
        );
        n += 1;
        nodes += o.nodes;
        let ok = o.plies.map(|p| p.to_string()).as_deref() == Some(cols[1]) && o.plies_exact;
        right += ok as u32;
        if !ok || !quiet {
            let line: Vec<String> = o.main_line.iter().map(|m| m.to_string()).collect();
            println!(
                "{}\t{}\t{:?} {:?} exact {} raw {:?} {:?} {} nodes {:.3} s  line {} {}",
                cols[2],
                cols[1],
                o.verdict,
                o.plies,
                o.plies_exact,
                o.raw_plies,
                o.reached,
                o.nodes,
                t.elapsed().as_secs_f64(),
                line.len(),
                line.join(" ")
            );
        }
    }
    println!(
        "{right}/{n} right, {nodes} nodes, {:.3} s",
        t0.elapsed().as_secs_f64()
    );
}
