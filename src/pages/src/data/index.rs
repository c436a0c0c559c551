//! Where a problem is, and which ones share its main line.

use std::collections::HashMap;

use serde_json::{Value as Json, json};

use super::save;
use crate::SiteError;
use crate::folder::Folder;

/// How many groups stand in one script, and how many ideas.
pub const GROUPS: usize = 1000;

/// How many problems of a group are listed; of the others only the number is told.
const MOST_LISTED: usize = 60;

/// The places of numbers in the database, and the problems of each group, in scripts of bounded size:
///
/// | script | what it hands on |
/// |---|---|
/// | `places-0000` … | two lists: numbers in the database, in their order, and the place of each |
/// | `members-0000` … | of [`GROUPS`] groups, how many problems each has, and the places of the first |
/// | `alike-0000` … | of [`GROUPS`] ideas, how many problems each has |
#[derive(Default)]
pub struct Index {
    ids: Vec<(i64, usize)>,
    /// The groups by signature, numbered as they come.
    known: HashMap<i64, usize>,
    /// How many problems each has, and the first of them.
    members: Vec<(usize, Vec<usize>)>,
    /// The ideas by their hash, numbered as they come: hashes are too large for numbers of a page.
    ideas: HashMap<i64, usize>,
    /// How many problems each has.
    alike: Vec<usize>,
}

impl Index {
    /// Adds a problem at the next place; its group.
    pub fn add(&mut self, id: i64, signature: Option<i64>) -> Option<usize> {
        let place = self.ids.len();
        self.ids.push((id, place));
        let next = self.members.len();
        let group = *self.known.entry(signature?).or_insert(next);
        if group == next {
            self.members.push((0, Vec::new()));
        }
        let (count, listed) = &mut self.members[group];
        *count += 1;
        if listed.len() < MOST_LISTED {
            listed.push(place);
        }
        Some(group)
    }

    /// The number of a problem's idea, and whether it is the first with it.
    pub fn idea(&mut self, idea: Option<i64>) -> Option<(usize, bool)> {
        let next = self.ideas.len();
        let idea = *self.ideas.entry(idea?).or_insert(next);
        if idea == next {
            self.alike.push(0);
        }
        self.alike[idea] += 1;
        Some((idea, idea == next))
    }

    /// How many problems there are.
    pub fn len(&self) -> usize {
        self.ids.len()
    }

    /// Writes the scripts, at most so many numbers in each; the first number of each.
    pub fn save(&mut self, folder: &mut Folder, length: usize) -> Result<Vec<i64>, SiteError> {
        self.ids.sort_unstable();
        let mut firsts = Vec::new();
        for (number, ids) in self.ids.chunks(length).enumerate() {
            firsts.push(ids[0].0);
            let (ids, places): (Vec<i64>, Vec<usize>) = ids.iter().copied().unzip();
            let json = json!([ids, places]).to_string();
            save(folder, &format!("places-{number:04}"), &json)?;
        }
        for (number, groups) in self.members.chunks(GROUPS).enumerate() {
            let groups: Vec<Json> = groups.iter().map(|is| json!(is)).collect();
            let json = json!(groups).to_string();
            save(folder, &format!("members-{number:04}"), &json)?;
        }
        for (number, ideas) in self.alike.chunks(GROUPS).enumerate() {
            save(
                folder,
                &format!("alike-{number:04}"),
                &json!(ideas).to_string(),
            )?;
        }
        Ok(firsts)
    }
}
