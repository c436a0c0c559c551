//! The catalogs that are shipped, and what happens when a path holds none.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use catalog::{Catalog, Family, load, load_or_code};

fn shipped(folder: &str) -> Vec<Catalog> {
    load(&testkit::root().join(folder)).unwrap()
}

fn families(catalogs: &[Catalog]) -> BTreeSet<Family> {
    catalogs.iter().map(|catalog| catalog.family).collect()
}

/// Every family of at most five of each kind with so many pieces.
fn all_families(pieces: impl Fn(u8) -> bool) -> BTreeSet<Family> {
    let mut all = BTreeSet::new();
    for index in 0..6u64.pow(7) {
        let counts = [1, 6, 36, 216, 1_296, 7_776, 46_656].map(|place| index / place % 6);
        all.extend(
            Family::new(counts)
                .ok()
                .filter(|family| pieces(family.pieces())),
        );
    }
    all
}

#[test]
fn the_named_families_are_shipped() {
    let catalogs = shipped("catalogs");
    let codes: Vec<String> = catalogs.iter().map(|c| c.family.to_string()).collect();
    for code in [
        "N4", "G2P1", "S2P1", "S1N2", "S1N1P1", "G4", "S4", "G2S2", "G3S1", "G1S3", "G1S1N1P1",
        "N4P1",
    ] {
        assert!(codes.contains(&code.to_owned()), "{code} is not shipped");
    }
    assert_eq!(families(&catalogs).len(), catalogs.len(), "a family twice");
}

#[test]
fn the_folders_hold_every_family_of_their_size() {
    let small = shipped("catalogs/upto3");
    let (sliding, steps): (BTreeSet<Family>, BTreeSet<Family>) = all_families(|pieces| pieces <= 3)
        .into_iter()
        .partition(|family| family.slides());
    assert_eq!(families(&small), steps);
    assert_eq!(small.len(), 34);
    // Three pieces with two or three of rook and bishop have a folder of their own.
    let (majors, sliding): (BTreeSet<Family>, BTreeSet<Family>) =
        sliding.into_iter().partition(|family| {
            // Pieces of this order: bishop, rook.
            let [.., bishops, rooks] = family.counts();
            family.pieces() == 3 && bishops + rooks >= 2
        });
    assert_eq!(families(&shipped("catalogs/sliding")), sliding);
    assert_eq!(sliding.len(), 66);
    assert_eq!(families(&shipped("catalogs/oogoma")), majors);
    assert_eq!(majors.len(), 17);
    let of_four = shipped("catalogs/sliding4");
    assert!(
        of_four
            .iter()
            .all(|is| is.family.slides() && is.family.pieces() == 4)
    );
    let four = shipped("catalogs/four");
    let mut of_four = all_families(|pieces| pieces == 4);
    of_four.retain(|family| !family.slides());
    assert_eq!(families(&four), of_four);
    assert_eq!(four.len(), 35);
    let five = shipped("catalogs/five");
    let mut of_five = all_families(|pieces| pieces == 5);
    of_five.retain(|family| !family.slides());
    assert_eq!(families(&five), of_five);
    assert_eq!(five.len(), 53);
    assert!(five.iter().all(|catalog| catalog.expected.is_some()));
}

#[test]
fn the_same_family_has_the_same_names_and_numbers_everywhere() {
    let mut all = shipped("catalogs");
    for folder in [
        "catalogs/upto3",
        "catalogs/four",
        "catalogs/five",
        "catalogs/sliding",
        "catalogs/sliding4",
        "catalogs/oogoma",
    ] {
        all.extend(shipped(folder));
    }
    for one in &all {
        for other in all.iter().filter(|other| other.family == one.family) {
            assert_eq!(
                (&one.name_ja, &one.name_en),
                (&other.name_ja, &other.name_en)
            );
            assert_eq!(one.published, other.published);
        }
    }
    let published: BTreeSet<String> = all
        .iter()
        .filter(|catalog| catalog.published.is_some())
        .map(|catalog| catalog.family.to_string())
        .collect();
    let five = ["G2P1", "N4", "S1N1P1", "S1N2", "S2P1"];
    assert!(published.iter().eq(five.iter()));
}

#[test]
fn a_path_without_catalogs_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let message = |path: &Path| load(path).unwrap_err().to_string();

    let error = message(folder.path());
    assert!(
        error.ends_with(": no catalog (*.toml) in this folder"),
        "{error}"
    );

    let error = message(&folder.path().join("nowhere.toml"));
    assert!(error.ends_with("nowhere.toml: no such file"), "{error}");

    let latin = folder.path().join("latin.toml");
    fs::write(&latin, b"name_ja = \"\xe9\"\n").unwrap();
    assert!(message(&latin).ends_with("latin.toml: is not UTF-8 text"));

    fs::create_dir(folder.path().join("folder.toml")).unwrap();
    fs::remove_file(&latin).unwrap();
    let error = message(folder.path());
    assert!(
        error.contains("no catalog"),
        "a folder is no catalog: {error}"
    );
}

#[test]
fn the_name_of_a_family_counts_its_pieces_as_the_shipped_catalogs_do() {
    let folders = ["upto3", "four", "five", "sliding", "sliding4", "oogoma"];
    for catalog in folders
        .iter()
        .flat_map(|folder| shipped(&format!("catalogs/{folder}")))
    {
        let (family, ja, en) = (catalog.family, catalog.name_ja, catalog.name_en);
        // Some have a word of their own beside it, or, of one kind, instead of it.
        assert!(en.starts_with(&family.name_en()), "{en}");
        let is_word = ja.ends_with("図式");
        assert!(is_word || ja.ends_with(&family.name_ja()), "{ja}");
    }
    let pawns: Family = "P11".parse().unwrap();
    assert_eq!(pawns.name_en(), "eleven pawns");
}

#[test]
fn a_code_stands_for_all_of_its_family() {
    let catalogs = load_or_code(Path::new("G2P1")).unwrap();
    let [catalog] = &catalogs[..] else {
        panic!("{catalogs:?}");
    };
    assert_eq!(catalog.id, "G2P1");
    assert_eq!(catalog.family.to_string(), "G2P1");
    assert_eq!(catalog.name_ja, "金2歩1");
    assert_eq!(catalog.options, catalog::Options::default());
    // The text, which the manifest keeps, is a catalog of the same.
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("G2P1.toml");
    fs::write(&file, &catalog.text).unwrap();
    let written = Catalog {
        path: catalog.path.clone(),
        ..load(&file).unwrap().remove(0)
    };
    assert_eq!(written, *catalog);
}

#[test]
fn what_is_neither_a_file_nor_a_code_is_refused_as_both() {
    let message = |argument: &str| load_or_code(Path::new(argument)).unwrap_err().to_string();
    assert_eq!(
        message("P1G2"),
        "P1G2: no such file, and \"P1G2\" is not the code of a family, such as N4, G2P1 or R1B1 (kinds in the order R B L G S N P)"
    );
    assert_eq!(
        message("N9"),
        "N9: no such file, and not a family: 9 knights, but a set has only 4"
    );
    // Windows knows no difference between no file and no folder.
    if cfg!(unix) {
        assert!(message("/dev/null/N4").contains("cannot be read"));
    }
}
