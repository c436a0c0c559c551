//! KIF diagrams and moves whose signs are not what they seem.

use notation::Format;
use notation::record::keys;

use super::csa::found;

/// A diagram with this third rank, a gold in Black's hand, and what follows.
fn kif(rank: &str, behind: &str) -> String {
    let empty = " ・ ・ ・ ・ ・ ・ ・ ・ ・|";
    let ranks = ["一", "二", "三", "四", "五", "六", "七", "八", "九"];
    let rows = ranks.iter().enumerate().map(|(at, label)| match at {
        0 => format!("| ・ ・ ・ ・ ・ ・ ・ ・v玉|{label}\n"),
        2 => format!("|{rank}|{label}\n"),
        _ => format!("|{empty}{label}\n"),
    });
    let rows: String = rows.collect();
    format!("手合割：詰将棋\n{rows}先手の持駒：金\n{behind}")
}

#[test]
fn a_mark_without_its_piece_is_refused() {
    let read = |rank: &str| found(Format::Kifu, &kif(rank, ""));
    read(" ・ ・ ・ ・ ・ ・ ・ ・ 歩").unwrap();
    let turned = read(" ・ ・ ・ ・ ・ ・ ・ ・成銀").unwrap().record;
    assert!(
        turned.start.to_string().contains("/8+S/"),
        "{}",
        turned.start
    );
    for (rank, sign) in [
        (" ・ ・ ・ ・ ・ ・ ・ ・ 歩成", "成"),
        (" ・ ・ ・ ・ ・ ・ ・ ・ 歩v", ""),
        // A promoted pawn of some program's, or one of Black's? It is not known of any.
        (" ・ ・ ・ ・ ・ ・ ・ ・+歩", "+"),
    ] {
        let error = read(rank).unwrap_err();
        assert!(error.starts_with("x:4: expected a piece"), "{error}");
        assert!(error.ends_with(&format!("found \"{sign}\"")), "{error}");
    }
}

#[test]
fn a_number_before_the_time_is_no_time() {
    let rank = " ・ ・ ・ ・ ・ ・ ・ ・ 歩";
    for (behind, ms) in [
        ("(00)   ( 0:05/00:00:05)", Some(5_000)),
        ("(12)", Some(12_000)),
        ("   ( 0:07/00:00:07)", Some(7_000)),
    ] {
        let moves = format!("手数----指手---------消費時間--\n   1 １二金打{behind}\n   2 詰み\n");
        let record = found(Format::Kifu, &kif(rank, &moves)).unwrap().record;
        assert_eq!(record.main.time(1), ms, "{behind}");
        assert_eq!(record.header(keys::HANDICAP), Some("詰将棋"));
    }
}

/// Each is dropped, and its comment moved to the line that it leaves.
#[test]
fn variations_without_moves_by_the_thousand() {
    let many = 20_000;
    let rank = " ・ ・ ・ ・ ・ ・ ・ ・ 歩";
    let mut moves = "手数----指手---------消費時間--\n1 １二金打\n2 詰み\n*end\n".to_owned();
    moves.push_str(&"変化：1手\n*a\n*b\n".repeat(many));
    let record = found(Format::Kifu, &kif(rank, &moves)).unwrap().record;
    let comments = &record.main.comments;
    assert_eq!(comments.len(), 2 * many + 1);
    assert!(comments.is_sorted_by_key(|is| is.ply));
    assert_eq!(
        (comments[0].text.as_str(), comments[1].text.as_str()),
        ("a", "b")
    );
    record.check().unwrap();
}
