//! Enumerations and sweeps: what they are at, why they stop, what their files and plans lack.

use std::path::Path;

use enumerate::shard::{PlanError, PlanReason, Tasks};
use enumerate::{
    CheckpointError, Difference, EnumerateError, Objection, Phase, TableError, VerifyError,
};
use system::memory::amount;
use system::monitor::Stopped;
use words::say;

use crate::InWords;

impl InWords for Phase {
    fn in_japanese(&self) -> String {
        match self {
            Self::Judging { plies } => format!("{plies}手: 検討と書き出し"),
            Self::SolvingAgain => "df-pnで解き直し".to_owned(),
            Self::DigestAndIndexes => "ハッシュ値と索引".to_owned(),
            Self::WritingTable => "表の書き出し".to_owned(),
            Self::Positions => "解図と検討".to_owned(),
            Self::OpenPositions => "未確定の局面".to_owned(),
            Self::OpenVerdicts => "未確定の判定".to_owned(),
            Self::Hands { king } => format!("{}の玉を詰ます持駒", king.in_japanese()),
            Self::JudgingHands { king } => format!("{}の玉の検討", king.in_japanese()),
            Self::CheckingResults => "結果の確認".to_owned(),
            Self::Merging => "まとめ".to_owned(),
        }
    }
}

impl InWords for Stopped {
    fn in_japanese(&self) -> String {
        match self {
            Self::Interrupted => "中断しました".to_owned(),
            Self::Memory => "メモリの上限に達しました".to_owned(),
            Self::Unreadable => {
                "データベースと同じ場所に置いた一時ファイルを読めませんでした".to_owned()
            }
            Self::Undecided { positions, plies } => format!(
                "{plies}手までに詰むかどうか決まらない局面が{positions}あるため、この図式は列挙しきれません"
            ),
        }
    }
}

/// Where what was done is kept.
fn kept(checkpoint: &Path) -> String {
    format!("ここまでの分は{}にあります", checkpoint.display())
}

fn goes_on() -> String {
    say!("the same command continues from there")
}

impl InWords for EnumerateError {
    fn in_japanese(&self) -> String {
        match self {
            Self::Store(error) => error.in_japanese(),
            Self::Checkpoint(error) => error.in_japanese(),
            Self::Table(error) => error.in_japanese(),
            Self::TableNotWritten { source, checkpoint } => {
                format!("{}。{}", source.in_japanese(), kept(checkpoint))
            }
            Self::NoThread(error) => format!("スレッドを始められません: {}", error.in_japanese()),
            Self::Plan(error) => error.in_japanese(),
            Self::NotSwept(path) => format!(
                "{}: この集まりの全検索を、この版で終えていません",
                path.display()
            ),
            Self::AskedBefore { path, nodes } => {
                format!("{}: 前回は{nodes}局面で調べました", path.display())
            }
            Self::TooLarge {
                family,
                least,
                limit,
            } => format!(
                "{family}には少なくとも{}のメモリが必要ですが、上限は{}です",
                amount(*least),
                amount(*limit)
            ),
            Self::Stopped {
                reason,
                limit,
                checkpoint,
            } => {
                let why = match (reason, limit) {
                    (Stopped::Memory, Some(limit)) => {
                        format!("メモリの上限{} MiBに達しました", limit >> 20)
                    }
                    _ => reason.in_japanese(),
                };
                match (reason, checkpoint) {
                    (Stopped::Undecided { .. }, _) | (_, None) => why,
                    (_, Some(checkpoint)) => format!("{why}。{}", kept(checkpoint)),
                }
            }
        }
    }

    fn hint(&self) -> Option<String> {
        match self {
            Self::Store(error) => error.hint(),
            Self::Checkpoint(error) => error.hint(),
            Self::Table(error) => error.hint(),
            Self::TableNotWritten { .. } => Some(goes_on()),
            Self::NoThread(_) => None,
            Self::Plan(error) => error.hint(),
            Self::NotSwept(_) => Some(say!("omit --resume")),
            Self::AskedBefore { .. } => Some(say!("use a larger --nodes to search again")),
            Self::TooLarge { family, .. } => Some(say!(
                "use a larger --memory, or divide the work: gyakusan shard plan {family} --by square --out FOLDER",
                family = family.to_string()
            )),
            Self::Stopped {
                reason, checkpoint, ..
            } => match (reason, checkpoint) {
                // It would come to the same end again.
                (Stopped::Undecided { .. }, _) => None,
                (Stopped::Memory, Some(_)) => Some(say!(
                    "the same command with a larger --memory continues from there"
                )),
                (Stopped::Memory, None) => {
                    Some(say!("run the same command again with a larger --memory"))
                }
                (_, Some(_)) => Some(goes_on()),
                (_, None) => Some(say!("run the same command again")),
            },
        }
    }
}

impl InWords for CheckpointError {
    fn in_japanese(&self) -> String {
        match self {
            Self::Read { path, source } => {
                format!("{}: 読めません: {}", path.display(), source.in_japanese())
            }
            Self::Write { path, source } => {
                format!("{}: 書けません: {}", path.display(), source.in_japanese())
            }
            Self::Damaged(path) => format!(
                "{}: 途中経過のファイルが壊れています。消せば初めからやり直せます",
                path.display()
            ),
        }
    }
}

impl InWords for TableError {
    fn in_japanese(&self) -> String {
        match self {
            Self::NotFound => {
                "表はありません。詰みをすべて求めるのは飛・角・香のある図式だけです".to_owned()
            }
            Self::Foreign(path) => format!(
                "{}: gyakusanの表ではないため、そのままにしました",
                path.display()
            ),
            Self::Database(path) => format!(
                "{}: データベースのファイルです。表は別の名前にしてください",
                path.display()
            ),
            Self::BesideDatabase { path, database } => format!(
                "{}: データベース{}に付くファイルです。表は別の名前にしてください",
                path.display(),
                database.display()
            ),
            Self::Locked(error) => error.in_japanese(),
            Self::Write { path, source } => {
                format!("{}: 書けません: {}", path.display(), source.in_japanese())
            }
            Self::NotAFile(path) => format!("{}: ファイルではありません", path.display()),
            Self::Read { path, source } => {
                format!("{}: 読めません: {}", path.display(), source.in_japanese())
            }
            Self::Unusable { path, source } => {
                format!("{}: {}", path.display(), source.in_japanese())
            }
        }
    }

    fn hint(&self) -> Option<String> {
        match self {
            Self::NotFound => Some(say!("omit --keep-table")),
            Self::Locked(error) => error.hint(),
            _ => None,
        }
    }
}

impl InWords for Objection {
    fn in_japanese(&self) -> String {
        match self {
            Self::NoPosition => "局面として読めません".to_owned(),
            Self::Shorter(plies) => format!("{plies}手詰です"),
            Self::NoMateWithin(plies) => format!("{plies}手以内には詰みません"),
            Self::NotDecided => "結論が出ませんでした".to_owned(),
            Self::FirstMove => "初手がほかにもあります".to_owned(),
            Self::LineMove(number) => format!("作意の{number}手目が誤っています"),
            Self::LineEnd => "作意の終わりが誤っています".to_owned(),
            Self::Complete(true) => "完全作です".to_owned(),
            Self::Complete(false) => "完全作ではありません".to_owned(),
        }
    }
}

impl InWords for Difference {
    fn in_japanese(&self) -> String {
        let Self {
            sfen,
            plies,
            objection,
        } = self;
        let objection = objection.in_japanese();
        format!("{sfen}: 記録では{plies}手詰、解き直すと: {objection}")
    }
}

impl InWords for VerifyError {
    fn in_japanese(&self) -> String {
        "all、none、題数のどれかを書いてください".to_owned()
    }
}

impl InWords for Tasks<'_> {
    fn in_japanese(&self) -> String {
        let rows = self.rows().map(|(first, last)| match first == last {
            true => first.to_string(),
            false => format!("{first}〜{last}"),
        });
        format!("仕事{}", rows.collect::<Vec<_>>().join("、"))
    }
}

impl InWords for PlanReason {
    fn in_japanese(&self) -> String {
        match self {
            Self::NoPlan => "計画がありません".to_owned(),
            Self::UnknownFormat { format, kind } => {
                format!("{kind}の形式{format}は読めません")
            }
            Self::OtherVersion { made, own } => {
                format!("版{made}で作られた計画です。この版({own})では結果が違うかもしれません")
            }
            Self::Syntax(message) => words::reader(message),
            Self::SyntaxAt { character, message } => {
                format!("{character}文字目: {}", words::reader(message))
            }
            Self::TaskId { found, expected } => {
                format!("id: {expected}のはずが{found}です")
            }
            Self::TaskNumbers {
                first,
                end,
                from,
                all,
            } => format!("first、end: {from}から始まり{all}までに終わるはずが、{first}〜{end}です"),
            Self::Outputs { result, checksum } => {
                format!("outputs: {result}と{checksum}のはずです")
            }
            Self::LaterNeeded => "needs: 前にある仕事しか書けません".to_owned(),
            Self::TaskCount {
                tasks,
                end,
                planned,
                all,
            } => format!("{all}までの仕事{planned}のはずが、{end}までの{tasks}です"),
            Self::Verify(error) => format!("verify: {}", error.in_japanese()),
            Self::CatalogFolder => "catalogs: ファイルの名前を書いてください".to_owned(),
            Self::ByAndLongest => "byとlongestが合いません".to_owned(),
            Self::Tasks { found, expected } => {
                format!("tasks: {expected}のはずが{found}です")
            }
            Self::SetSize {
                planned,
                catalog,
                found,
            } => format!("numbers: {planned}のはずが、{catalog}の集まりは{found}です"),
            Self::ForeignPositions => {
                "この図式とこの仕事のものではありません。チェックサムのファイルとともに消してください"
                    .to_owned()
            }
            Self::ForeignResult => "この仕事の結果ではありません".to_owned(),
        }
    }

    fn hint(&self) -> Option<String> {
        match self {
            Self::NoPlan => Some(say!("`gyakusan shard plan` makes one")),
            _ => None,
        }
    }
}

impl InWords for PlanError {
    fn in_japanese(&self) -> String {
        match self {
            Self::Read { path, source } => {
                format!("{}: 読めません: {}", path.display(), source.in_japanese())
            }
            Self::Write { path, source } => {
                format!("{}: 書けません: {}", path.display(), source.in_japanese())
            }
            Self::Wrong { path, line, reason } => {
                let line = line.map(|line| format!(":{line}")).unwrap_or_default();
                format!("{}{line}: {}", path.display(), reason.in_japanese())
            }
            Self::There(path) => format!(
                "{}: すでに計画があります。別のフォルダにするか、消してください",
                path.display()
            ),
            Self::Occupied(path) => format!(
                "{}: すでにあり、失われてしまいます。別のフォルダにしてください",
                path.display()
            ),
            Self::TooMany(tasks) => {
                format!("仕事が{tasks}個では多すぎます。一つを大きくしてください")
            }
            Self::AmongResults(path) => format!(
                "{}: 仕事の結果を置くフォルダの中です。別の場所にしてください",
                path.display()
            ),
            Self::HalfSwept { path, done } => format!(
                "{}: 同じ集まりの全検索が、ある仕事の途中の{done}通りで止まっています",
                path.display()
            ),
            Self::NoTask { folder, id, last } => {
                format!("{}: 仕事{id}はありません(1〜{last})", folder.display())
            }
            Self::Unfinished { folder, tasks } => format!(
                "{}: {}の結果がないか、壊れています",
                folder.display(),
                Tasks(tasks).in_japanese()
            ),
            Self::Slides(family) => format!(
                "{family}: 飛・角・香があります。玉の位置で分けられるのは、それらのない図式だけです"
            ),
            Self::Needs { task, needs } => format!(
                "仕事{task}には{}の結果が要りますが、ないか、壊れています",
                Tasks(needs).in_japanese()
            ),
            Self::Longer(plies) => format!("{plies}手より長い詰みがあります"),
            Self::Differs { task, first } => format!(
                "仕事{task}: 解き直すと結果の違う作品がありました。gyakusanの不具合です。ご報告ください: {}",
                first.in_japanese()
            ),
            Self::Catalog(error) => error.in_japanese(),
        }
    }

    fn hint(&self) -> Option<String> {
        match self {
            Self::Wrong { reason, .. } => reason.hint(),
            Self::HalfSwept { .. } => Some(say!(
                "finish it with `gyakusan sweep`, or merge into another database"
            )),
            Self::Longer(_) => Some(say!("make a plan with a greater --longest")),
            Self::Catalog(error) => error.hint(),
            _ => None,
        }
    }
}

/// A part of a set as databases keep it, which is as [`Part`](enumerate::sweep::Part) writes it, in the language of this
/// run.
pub fn kept_part(part: &str) -> String {
    match words::language() {
        words::Language::English => part.to_owned(),
        words::Language::Japanese => part_in_japanese(part).unwrap_or_else(|| part.to_owned()),
    }
}

fn part_in_japanese(part: &str) -> Option<String> {
    if let Some(range) = part.strip_prefix("range ") {
        return Some(format!("番号{range}"));
    }
    let (count, seed) = part.strip_prefix("sample ")?.split_once(", seed ")?;
    Some(format!("見本{count}、シード{seed}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use enumerate::sweep::Part;
    use retro::mates::probe::Code;

    #[test]
    fn every_part_is_said_in_japanese() {
        let said = |part: Part| part_in_japanese(&part.to_string());
        assert_eq!(said(Part::Range(2..9)).unwrap(), "番号2..9");
        let sample = Part::Sample { count: 5, seed: 1 };
        assert_eq!(said(sample).unwrap(), "見本5、シード1");
    }

    #[test]
    fn a_stopped_run_says_what_to_do() {
        let kept = Some("x.checkpoint".into());
        for (reason, checkpoint, hint) in [
            (
                Stopped::Memory,
                kept.clone(),
                Some("the same command with a larger --memory continues from there"),
            ),
            (
                Stopped::Memory,
                None,
                Some("run the same command again with a larger --memory"),
            ),
            (
                Stopped::Interrupted,
                kept.clone(),
                Some("the same command continues from there"),
            ),
            (
                Stopped::Interrupted,
                None,
                Some("run the same command again"),
            ),
            (
                Stopped::Undecided {
                    positions: 3,
                    plies: 41,
                },
                kept,
                None,
            ),
        ] {
            let error = EnumerateError::Stopped {
                reason,
                limit: None,
                checkpoint,
            };
            assert_eq!(error.hint().as_deref(), hint, "{error}");
        }
    }

    #[test]
    fn what_is_too_large_names_what_it_takes() {
        let error = EnumerateError::TooLarge {
            family: Code([0, 0, 4, 2, 0, 0, 0]),
            least: 511 << 20,
            limit: 200 << 20,
        };
        assert_eq!(
            error.to_string(),
            "N4P2 takes at least 511 MiB of memory, and the limit is 200 MiB"
        );
        assert_eq!(
            error.in_japanese(),
            "N4P2には少なくとも511 MiBのメモリが必要ですが、上限は200 MiBです"
        );
        let hint = error.hint().unwrap();
        assert!(
            hint.contains("gyakusan shard plan N4P2 --by square --out FOLDER"),
            "{hint}"
        );
    }

    #[test]
    fn tasks_are_said_in_japanese() {
        assert_eq!(Tasks(&[3]).in_japanese(), "仕事3");
        assert_eq!(Tasks(&[1, 5, 6, 7, 9]).in_japanese(), "仕事1、5〜7、9");
    }
}
