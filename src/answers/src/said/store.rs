//! Databases: why they cannot be opened, read or written, and why SQL gives up.

use std::io::ErrorKind;

use features::registry;
use store::{
    Difference, Limited, LinesRead, QueryError, SqlComplaint, SqlFault, StoreError, TreesAsked,
    Upgrade, journal,
};
use words::say;

use crate::InWords;

impl InWords for StoreError {
    fn in_japanese(&self) -> String {
        let (path, what) = match self {
            Self::Missing(path) => (path, "ファイルがありません".to_owned()),
            Self::NoFolder(path, folder) => {
                (path, format!("フォルダ{}がありません", folder.display()))
            }
            Self::ForeignLock(path) => (
                path,
                "書き込みの間のロックに使う名前ですが、別のファイルがあります。移してください"
                    .to_owned(),
            ),
            Self::NoFile(path) => (path, "ファイルではありません".to_owned()),
            Self::Empty(path) => (path, "ファイルが空で、データベースがありません".to_owned()),
            Self::NotADatabase(path) => {
                (path, "SQLiteのデータベースではありません".to_owned())
            }
            Self::Foreign(path) => (
                path,
                "ほかのプログラムのデータベースです。gyakusanのものではありません".to_owned(),
            ),
            Self::Newer { path, found, known } => (
                path,
                format!("新しい版のgyakusanのファイルです(形式{found}。この版で読めるのは{known}まで)"),
            ),
            Self::NoCopy {
                path,
                found,
                folder,
                why,
            } => (
                path,
                format!(
                    "古い版のgyakusanのファイルです(形式{found})。{}に、読むための写しを作れません({})",
                    folder.display(),
                    no_copy(*why)
                ),
            ),
            Self::Stopped(path) => (path, "中断しました。ファイルは元のままです".to_owned()),
            Self::ReadOnly(path) => (
                path,
                "書き込めません。ファイルかフォルダが読み取り専用です".to_owned(),
            ),
            Self::Unfinished(path) => (
                path,
                "最後の変更が途中で終わっています。元に戻すには、ファイルとフォルダに書き込む権限が要ります"
                    .to_owned(),
            ),
            Self::Unreadable(path) => (path, "読み取る権限がありません".to_owned()),
            Self::CannotOpen(path) => (path, "開けません".to_owned()),
            Self::InUse(path) => (path, "ほかのプログラムが使っています".to_owned()),
            Self::Removed(path) => (
                path,
                "書いている間に、消されたか、移されたか、置き換えられました。それ以降の結果は失われました"
                    .to_owned(),
            ),
            Self::System { path, why } => (path, format!("開けません: {}", words::of(why))),
            Self::Full(path) => (
                path,
                format!(
                    "{}。それまでに書き込んだ分は失われていません",
                    words::of(&system::no_room())
                ),
            ),
            Self::Damaged(path) => (path, "データベースが壊れています".to_owned()),
            Self::Differs {
                path,
                sfen,
                differences,
            } => {
                let differences: Vec<String> =
                    differences.iter().map(InWords::in_japanese).collect();
                let differences = differences.join("、");
                (
                    path,
                    format!("{sfen}は別の結果で記録されています({differences})"),
                )
            }
            Self::Sqlite { path, source } => (path, source.to_string()),
        };
        format!("{}: {what}", path.display())
    }

    fn hint(&self) -> Option<String> {
        match self {
            Self::System { why, .. } if why == system::TOO_MANY_FILES => {
                Some(say!("`ulimit -n` sets how many may be"))
            }
            Self::NoCopy { .. } => Some(say!(
                "`gyakusan features` brings the file itself up to date; TMPDIR names another folder"
            )),
            Self::Unfinished(path) => Some(say!(
                "copy it together with {journal} to a folder of your own",
                journal = journal(path).display()
            )),
            Self::InUse(_) => Some(say!("close it there, and run the same command again")),
            Self::Differs { .. } => Some(say!(
                "enumerate into a new database; `gyakusan export --format jsonl` and `gyakusan import` take problems there with their titles, authors and sources"
            )),
            _ => None,
        }
    }
}

impl InWords for Difference {
    fn in_japanese(&self) -> String {
        let column = registry::columns().find(|column| column.name == self.column);
        let name = column.map_or(self.column, |column| column.term);
        format!("{name}: {}、今回{}", self.recorded, self.found)
    }
}

impl InWords for Upgrade {
    fn in_japanese(&self) -> String {
        match self {
            Self::Copying => "古い版のデータベースの写し",
            Self::Tables => "表の更新",
            Self::Measuring => "作品の計測",
            Self::Checksums => "チェックサム",
            Self::Indexes => "索引",
        }
        .to_owned()
    }
}

impl InWords for LinesRead {
    fn in_japanese(&self) -> String {
        "作意の調査".to_owned()
    }
}

impl InWords for TreesAsked {
    fn in_japanese(&self) -> String {
        "変化と紛れの調査".to_owned()
    }
}

impl InWords for SqlComplaint {
    fn in_japanese(&self) -> String {
        match self {
            Self::Incomplete => "途中で終わっています".to_owned(),
            Self::NoColumn(name) => format!("{name}という列はありません"),
            Self::NoTable(name) => format!("{name}という表はありません"),
            Self::NoFunction(name) => format!("{name}という関数はありません"),
            Self::Syntax(part) => format!("{part}のあたりに書き誤りがあります"),
            Self::Other(text) => text.clone(),
            Self::Statements => "SQLの文は一つだけ書いてください".to_owned(),
            Self::Empty => "条件が空です".to_owned(),
            Self::Parameters => "?や:nameなどの引数は使えません".to_owned(),
            Self::BrokenDown => "SQLが異常終了しました".to_owned(),
        }
    }
}

impl InWords for Limited {
    fn in_japanese(&self) -> String {
        match self {
            Self::Memory => "メモリ",
            Self::Length => "文字列か行の長さ",
        }
        .to_owned()
    }
}

fn of_statement(SqlFault { place, complaint }: &SqlFault) -> String {
    let what = complaint.in_japanese();
    match place {
        Some(place) => format!("SQLの{place}文字目: {what}"),
        None if complaint.is_of_sqlite() => format!("SQL: {what}"),
        None => what,
    }
}

impl InWords for QueryError {
    fn in_japanese(&self) -> String {
        match self {
            Self::Sql(fault) => of_statement(fault),
            Self::Condition(fault) => match fault.place {
                Some(place) => format!("{place}文字目: {}", fault.complaint.in_japanese()),
                None => of_statement(fault),
            },
            Self::Nothing => "SQLの文がありません".to_owned(),
            Self::Parameters => SqlComplaint::Parameters.in_japanese(),
            Self::ParameterCount { wanted, given } => {
                format!("文には引数が{wanted}個ありますが、値は{given}個です")
            }
            Self::Unnamed(place) => {
                format!("{place}番目の引数には名前がなく、値は名前で与えられています")
            }
            Self::NoValue(name) => format!("引数{name}の値がありません"),
            Self::NoParameter(name) => format!("文には引数{name}がありません"),
            Self::Writes => "読み取るだけの文しか使えません".to_owned(),
            Self::TooLong(time) => {
                format!("時間の上限{}秒に達したため、止めました", time.as_secs_f64())
            }
            Self::TooMuch(what) => format!("SQL: {}が上限を超えます", what.in_japanese()),
            Self::Stopped => "中断しました".to_owned(),
            Self::NoThread(error) => format!("スレッドを始められません: {}", error.in_japanese()),
            Self::Store(error) => error.in_japanese(),
            Self::Io(error) => error.in_japanese(),
        }
    }

    fn hint(&self) -> Option<String> {
        match self {
            Self::TooLong(_) => Some(say!("--time-limit raises it")),
            Self::Store(error) => error.hint(),
            _ => None,
        }
    }
}

/// Why a folder takes no copy.
const fn no_copy(why: ErrorKind) -> &'static str {
    match why {
        ErrorKind::NotFound => "そのフォルダがありません",
        ErrorKind::NotADirectory => "フォルダではありません",
        ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem => "書き込めません",
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded => "空きがありません",
        _ => "システムが受け付けません",
    }
}
