use gyakusan::shogi::*;
use gyakusan::solve::dfpn::search::*;
use gyakusan::solve::dfpn::table::*;
use gyakusan::solve::*;
use std::sync::atomic::AtomicBool;
use std::time::*;
fn main() {
    for i in 0..8 {
        if let Ok(v) = std::env::var(format!("E{i}")) {
            ENV[i].store(v.parse().unwrap(), std::sync::atomic::Ordering::Relaxed);
        }
    }
    let args: Vec<String> = std::env::args().collect();
    let secs: f64 = args[2].parse().unwrap();
    let mb: usize = args.get(3).map_or(1500, |s| s.parse().unwrap());
    let only = args.get(4).cloned();
    let text = std::fs::read_to_string(&args[1]).unwrap();
    let (mut ok, mut n, mut nodes, mut secs_sum) = (0, 0, 0u64, 0.0);
    for line in text.lines() {
        let cols: Vec<&str> = line.split('\t').collect();
        if let Some(o) = &only {
            if !line.contains(o.as_str()) {
                continue;
            }
        }
        let p = match Position::from_tsume_sfen(cols[0], false) {
            Ok(p) => p,
            Err(e) => {
                println!("{} {e}", cols[2]);
                continue;
            }
        };
        let task = Task::new(p);
        let mut s = Search::new(mb << 20);
        let t = Instant::now();
        let order = Order {
            attacker: task.attacker,
            plies: UNLIMITED,
            free: env(3) == 0,
            salt: 0,
        };
        let r = s.run(
            &task.position,
            &order,
            &Limits {
                time: Some(Duration::from_secs_f64(secs)),
                nodes: std::env::var("NODES").ok().map(|v| v.parse().unwrap()),
                ..Default::default()
            },
            t,
            &AtomicBool::new(false),
        );
        let e = t.elapsed().as_secs_f64();
        n += 1;
        nodes += s.nodes;
        secs_sum += e;
        let what = match r {
            Ok(v) if v.proof == 0 => {
                ok += 1;
                format!("mate {} {}", v.lengths.free, v.lengths.literal)
            }
            Ok(_) => "NO MATE".into(),
            Err(e) => format!("{e:?}"),
        };
        println!(
            "{}\t{}\t{}\t{} nodes\t{:.2} s\t{:.0}k/s gc {}",
            cols[2],
            cols[1],
            what,
            s.nodes,
            e,
            s.nodes as f64 / e / 1e3,
            s.table.collections
        );
    }
    println!("{ok}/{n} mates, {nodes} nodes {secs_sum:.1} s");
}
