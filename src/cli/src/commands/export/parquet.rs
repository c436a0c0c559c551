//! Problems as Parquet: a folder of files by family and length, every column of the database in them.

use std::collections::HashSet;
use std::error::Error;
use std::fs::{self, File};
use std::io::{self, ErrorKind};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use ::parquet::basic::{Compression, LogicalType, Repetition, Type as Physical};
use ::parquet::data_type::{BoolType, ByteArray, ByteArrayType, DataType, DoubleType, Int64Type};
use ::parquet::errors::ParquetError;
use ::parquet::file::properties::{WriterProperties, WriterPropertiesPtr};
use ::parquet::file::writer::{SerializedColumnWriter, SerializedFileWriter};
use ::parquet::schema::types::{Type, TypePtr};

use crate::Failure;
use crate::running::stop::stop_on_signal;
use features::column::Kind;
use features::{Column, Value, registry};
use store::{Entry, Placed, Store};
use system::new_folder::{FolderError, NewFolder, clear_leftovers, make_folders};
use system::{folder_of, place};
use words::say;

/// So many problems are collected before they are written, in each file.
const GROUP: usize = 1 << 16;

/// What stands for nothing in the name of a folder.
const NOTHING: &str = "__HIVE_DEFAULT_PARTITION__";

/// The column that is in the names of folders, and so in no file.
const IN_NAMES: &str = "plies";

/// Writes problems of a database into a new folder; how many.
///
/// # Errors
/// If the folder is there and not empty, or cannot be written; then nothing is left of it.
pub fn write(store: &Store, problems: &[Placed], folder: &Path) -> Result<u64, Failure> {
    let is_taken = match fs::read_dir(folder) {
        Ok(mut entries) => entries.next().is_some(),
        Err(error) => error.kind() != ErrorKind::NotFound,
    };
    if is_taken {
        let folder = folder.display();
        return Err(Failure::Usage(say!(
            "{folder}: parquet is written to a new folder, but something is already there",
            folder
        )));
    }
    let cannot = |FolderError { path, source }| {
        let path = path.display();
        Failure::Usage(format!("{path}: {}", words::io(&source)))
    };
    // A folder with nothing in it goes for the new one.
    let is_empty = |path: &Path| fs::read_dir(path).is_ok_and(|mut all| all.next().is_none());
    // A link stays a link, to a new folder.
    let folder = match folder.is_symlink() {
        true => &place(folder),
        false => folder,
    };
    let around = folder_of(folder);
    make_folders(around).map_err(cannot)?;
    clear_leftovers(folder, is_empty).map_err(cannot)?;
    let stop = stop_on_signal()?;
    let new = NewFolder::begin(folder).map_err(cannot)?;
    let written = write_all(store, problems, new.path(), &stop)?;
    new.commit().map_err(cannot)?;
    Ok(written)
}

fn write_all(
    store: &Store,
    problems: &[Placed],
    folder: &Path,
    stop: &AtomicBool,
) -> Result<u64, Failure> {
    let layout = Layout::new();
    let mut made = HashSet::new();
    let mut written = 0;
    for of_place in
        problems.chunk_by(|one, next| one.family == next.family && one.plies == next.plies)
    {
        let place = place_of(&of_place[0]);
        debug_assert!(made.insert(place.clone()), "{place} comes twice");
        let path = folder.join(place).join("problems.parquet");
        let cannot = |error: &(dyn Error + 'static)| {
            Failure::Usage(format!("{}: {}", path.display(), why(error)))
        };
        let parent = path.parent().unwrap_or(folder);
        fs::create_dir_all(parent).map_err(|error| cannot(&error))?;
        let file = File::create(&path).map_err(|error| cannot(&error))?;
        let mut writer =
            SerializedFileWriter::new(file, layout.schema.clone(), layout.manner.clone())
                .map_err(|error| cannot(&error))?;
        for group in of_place.chunks(GROUP) {
            let mut entries = Vec::with_capacity(group.len());
            for problem in group {
                if stop.load(Ordering::Relaxed) {
                    return Err(Failure::Interrupted);
                }
                // Another program may have taken it out meanwhile.
                entries.extend(store.entry(problem.id)?);
            }
            written += entries.len() as u64;
            layout
                .write_group(&mut writer, &entries)
                .map_err(|error| cannot(&error))?;
        }
        writer.close().map_err(|error| cannot(&error))?;
    }
    Ok(written)
}

/// Why a file cannot be written. The library wraps what the system says.
fn why(error: &(dyn Error + 'static)) -> String {
    let wrapped = match error.downcast_ref::<ParquetError>() {
        Some(ParquetError::External(error)) => &**error,
        _ => error,
    };
    let said = wrapped.downcast_ref::<io::Error>().map(words::io);
    said.unwrap_or_else(|| error.to_string())
}

/// The folders of a family and a length, as DuckDB, Arrow and Spark read their names.
fn place_of(problem: &Placed) -> String {
    let family = problem.family.as_deref().unwrap_or(NOTHING);
    let plies = problem.plies.map(|plies| plies.to_string());
    format!(
        "family={family}/plies={}",
        plies.as_deref().unwrap_or(NOTHING)
    )
}

/// What all files have in common.
struct Layout {
    columns: Vec<&'static Column>,
    schema: TypePtr,
    manner: WriterPropertiesPtr,
}

impl Layout {
    fn new() -> Self {
        let columns: Vec<&Column> = registry::columns()
            .filter(|column| column.name != IN_NAMES)
            .collect();
        let fields = columns.iter().map(|column| {
            let (physical, logical) = match column.kind {
                Kind::Count | Kind::Hash => (Physical::INT64, None),
                Kind::Flag => (Physical::BOOLEAN, None),
                Kind::Real => (Physical::DOUBLE, None),
                Kind::Text => (Physical::BYTE_ARRAY, Some(LogicalType::String)),
                Kind::Bytes => (Physical::BYTE_ARRAY, None),
            };
            let field = Type::primitive_type_builder(column.name, physical)
                .with_repetition(Repetition::OPTIONAL)
                .with_logical_type(logical);
            Arc::new(field.build().expect("the type of a column is right"))
        });
        let schema = Type::group_type_builder("problem").with_fields(fields.collect());
        let manner = WriterProperties::builder()
            .set_compression(Compression::SNAPPY)
            .set_created_by(concat!("gyakusan ", env!("CARGO_PKG_VERSION")).to_owned());
        Self {
            columns,
            schema: Arc::new(schema.build().expect("the columns have names of their own")),
            manner: Arc::new(manner.build()),
        }
    }

    fn write_group(
        &self,
        writer: &mut SerializedFileWriter<File>,
        entries: &[Entry],
    ) -> Result<(), ParquetError> {
        let mut group = writer.next_row_group()?;
        let mut columns = self.columns.iter();
        while let (Some(mut writer), Some(column)) = (group.next_column()?, columns.next()) {
            let values = || entries.iter().map(|entry| entry.get(column.name));
            match column.kind {
                Kind::Count | Kind::Hash => {
                    put::<Int64Type>(&mut writer, values().map(Value::integer))?;
                }
                Kind::Flag => {
                    let flags = values().map(|value| Some(value.integer()? != 0));
                    put::<BoolType>(&mut writer, flags)?;
                }
                Kind::Real => put::<DoubleType>(&mut writer, values().map(Value::number))?,
                Kind::Text | Kind::Bytes => {
                    put::<ByteArrayType>(&mut writer, values().map(bytes))?;
                }
            }
            writer.close()?;
        }
        group.close()?;
        Ok(())
    }
}

fn bytes(value: &Value) -> Option<ByteArray> {
    match value {
        Value::Text(text) => Some(text.as_str().into()),
        Value::Bytes(bytes) => Some(bytes.clone().into()),
        Value::Null | Value::Integer(_) | Value::Real(_) => None,
    }
}

/// Writes a column: the values there are, and where there is one.
fn put<T: DataType>(
    writer: &mut SerializedColumnWriter<'_>,
    values: impl Iterator<Item = Option<T::T>>,
) -> Result<(), ParquetError> {
    let (mut there, mut given) = (Vec::new(), Vec::new());
    for value in values {
        there.push(i16::from(value.is_some()));
        given.extend(value);
    }
    writer
        .typed::<T>()
        .write_batch(&given, Some(&there), None)
        .map(drop)
}
