//! The composers' lists, row by row, as a person asks the database for them.

use std::collections::BTreeMap;
use std::fs::File;

use features::key;
use flate2::read::GzDecoder;
use rusqlite::Connection;
use tsume::solve::Task;

use crate::enumerated::enumerated;

/// By key: plies, minimal, by rule D, irredundant by rule E. A list has both mirror images or one.
type Listed = BTreeMap<Vec<u8>, [i64; 4]>;

fn list(family: &str) -> Listed {
    let path = testkit::root().join(format!("tests/data/composers_{family}.csv.gz"));
    let mut rows = csv::Reader::from_reader(GzDecoder::new(File::open(path).unwrap()));
    let names: Vec<String> = rows.headers().unwrap().iter().map(str::to_owned).collect();
    let place = |name: &str| names.iter().position(|is| is == name).unwrap();
    let [sfen, plies, minimal, sound_d, irredundant_e] =
        ["sfen", "plies", "minimal", "sound_d", "irredundant_e"].map(place);
    let mut listed = Listed::new();
    for row in rows.records() {
        let row = row.unwrap();
        let number = |place: usize| row[place].parse::<i64>().unwrap();
        if number(irredundant_e) == 1 {
            let task = Task::from_tsume_sfen(&row[sfen], false).unwrap();
            let rule_d = i64::from(number(sound_d) == 1 && number(minimal) == 1);
            listed.insert(key::key(&task), [number(plies), number(minimal), rule_d, 1]);
        }
    }
    listed
}

fn database(catalog: &str) -> Listed {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("family.db");
    enumerated(catalog, &path);
    let conn = Connection::open(&path).unwrap();
    let mut select = conn
        .prepare("SELECT key, plies, minimal, rule_d, irredundant FROM complete WHERE irredundant")
        .unwrap();
    let rows = select.query_map([], |row| {
        Ok((
            row.get(0)?,
            [row.get(1)?, row.get(2)?, row.get(3)?, row.get(4)?],
        ))
    });
    rows.unwrap().collect::<rusqlite::Result<_>>().unwrap()
}

#[test]
fn the_view_of_complete_problems_is_the_composers_list() {
    for (family, catalog) in [
        ("G2P1", "kin2fu1.toml"),
        ("S2P1", "gin2fu1.toml"),
        ("N4", "keima.toml"),
    ] {
        let (listed, there) = (list(family), database(catalog));
        let differing = listed.iter().find(|(key, is)| there.get(*key) != Some(is));
        assert_eq!(differing, None, "{family}: not in the database so");
        assert_eq!(there.len(), listed.len(), "{family}");
    }
}
