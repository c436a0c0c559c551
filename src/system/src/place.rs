//! Which file a path means.

use std::path::{Path, PathBuf};
use std::{fs, io};

/// How many symbolic links behind each other are followed, as Linux does.
const LINKS: usize = 40;

/// The path of something that is there, from its root and without links; on Windows as people write it, `C:\x`, not
/// `\\?\C:\x`, where that can be said.
///
/// # Errors
/// If nothing is there, or it cannot be looked at.
pub fn real_path(path: &Path) -> io::Result<PathBuf> {
    dunce::canonicalize(path)
}

/// The file that a path means, whether there is one or not: links are followed, and the folder is named in one way. Two
/// paths of one file have one place, hard links aside. What cannot be found out stays as it was written.
pub fn place(path: &Path) -> PathBuf {
    if let Ok(whole) = real_path(path) {
        return whole;
    }
    let end = end_of_links(path);
    match (real_path(folder_of(&end)), end.file_name()) {
        (Ok(folder), Some(name)) => folder.join(name),
        _ => end,
    }
}

/// The folder that a file is in, or would be.
pub fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

/// A file in a folder, with `/` between them on every system, unless the folder is written with `\`: so messages are
/// alike.
pub fn join(folder: &Path, name: impl AsRef<Path>) -> PathBuf {
    let joined = folder.join(name);
    match joined.to_str() {
        Some(text) if cfg!(windows) => written_alike(folder, text),
        _ => joined,
    }
}

/// A path with one sort of separator, that of the folder.
fn written_alike(folder: &Path, joined: &str) -> PathBuf {
    let backwards = folder.as_os_str().as_encoded_bytes().contains(&b'\\');
    PathBuf::from(match backwards {
        true => joined.replace('/', "\\"),
        false => joined.replace('\\', "/"),
    })
}

/// A path as it is kept in databases, plans and lists: one that starts in the current folder means the same on every
/// system and has `/`. One that starts at a root is of its machine, and stays as it is.
pub fn kept(path: &Path) -> String {
    let text = path.to_string_lossy();
    match cfg!(windows) && !path.has_root() {
        true => text.replace('\\', "/"),
        false => text.into_owned(),
    }
}

/// The path that symbolic links lead to, where nothing is yet; of links that lead in a circle, one of them.
fn end_of_links(path: &Path) -> PathBuf {
    let mut path = path.to_owned();
    for _ in 0..LINKS {
        let Ok(next) = fs::read_link(&path) else {
            break;
        };
        // What is relative is so to the folder of the link.
        path = folder_of(&path).join(next);
    }
    path
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn separators_are_of_one_sort() {
        let alike = |folder: &str, joined| {
            let path = written_alike(Path::new(folder), joined);
            path.into_os_string().into_string().unwrap()
        };
        assert_eq!(alike("plan", r"plan\runs/1.db"), "plan/runs/1.db");
        assert_eq!(
            alike(r"C:\plan", r"C:\plan\runs/1.db"),
            r"C:\plan\runs\1.db"
        );
        assert_eq!(join(Path::new("a"), "b/c"), Path::new("a/b/c"));
        assert_eq!(join(Path::new("a"), "b").to_str(), Some("a/b"));
        assert_eq!(kept(&Path::new("a").join("b")), "a/b");
    }

    #[test]
    fn a_file_has_one_place() {
        let folder = tempfile::tempdir().unwrap();
        let folder = real_path(folder.path()).unwrap();
        fs::create_dir(folder.join("lists")).unwrap();
        let file = folder.join("x.db");
        for is_there in [false, true] {
            if is_there {
                fs::write(&file, "").unwrap();
            }
            assert_eq!(place(&file), file);
            assert_eq!(place(&folder.join("lists/../x.db")), file);
            assert_ne!(place(&folder.join("y.db")), file);
        }
        assert_eq!(folder_of(Path::new("x.db")), Path::new("."));
        // Where there is no folder there is nothing to find out.
        let nowhere = folder.join("none/x.db");
        assert_eq!(place(&nowhere), nowhere);
    }

    #[cfg(unix)]
    #[test]
    fn links_lead_to_the_file() {
        use std::os::unix::fs::symlink;
        let folder = tempfile::tempdir().unwrap();
        let folder = real_path(folder.path()).unwrap();
        fs::create_dir(folder.join("lists")).unwrap();
        symlink("lists/x.db", folder.join("one.db")).unwrap();
        symlink(folder.join("one.db"), folder.join("lists/two.db")).unwrap();
        symlink("circle.db", folder.join("circle.db")).unwrap();
        let file = folder.join("lists/x.db");
        for is_there in [false, true] {
            if is_there {
                fs::write(&file, "").unwrap();
            }
            assert_eq!(place(&folder.join("one.db")), file);
            assert_eq!(place(&folder.join("lists/two.db")), file);
        }
        assert_eq!(place(&folder.join("circle.db")), folder.join("circle.db"));
    }
}
