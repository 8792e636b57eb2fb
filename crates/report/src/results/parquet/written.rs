//! Writes Parquet with the library `parquet`, in groups of a million rows, one column at a time.

use super::about::About;
use crate::results::text::Out;
use crate::ruleset::{Rows, Value};
use parquet::basic::{Compression, LogicalType, Repetition, Type as Physical};
use parquet::data_type::{ByteArray, ByteArrayType, Int32Type, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedColumnWriter, SerializedFileWriter};
use parquet::schema::types::Type;
use std::io;
use std::ops::Range;
use std::sync::Arc;

/// The number of rows in a group. They are in memory together.
const GROUP: u64 = 1 << 20;

/// Writes some rows. There is one column for each coordinate (or one for the name), and `value`.
///
/// # Errors
/// The errors of `out`.
pub fn write_parquet(
    about: &About<'_>,
    rows: &Rows,
    part: Range<u64>,
    value: &dyn Fn(u64) -> u32,
    out: Out,
) -> io::Result<()> {
    write(about, rows, part, value, out).map_err(|error| match error {
        ParquetError::External(inner) => io::Error::other(inner),
        error => io::Error::other(error),
    })
}

fn write(
    about: &About<'_>,
    rows: &Rows,
    part: Range<u64>,
    value: &dyn Fn(u64) -> u32,
    out: Out,
) -> Result<(), ParquetError> {
    let mut writer = SerializedFileWriter::new(out, Arc::new(schema(about, rows)?), Arc::new(properties(about)))?;
    let mut first = part.start;
    while first < part.end {
        let end = part.end.min(first + GROUP);
        let mut group = writer.next_row_group()?;
        let mut place = 0;
        while let Some(mut column) = group.next_column()? {
            let shown = rows.names().map_or(rows.dimensions(), |_| 1);
            match (place < shown, rows.names(), about.value.is_number()) {
                (true, Some(names), _) => texts(&mut column, names[first as usize..end as usize].iter())?,
                (true, None, _) if rows.kinds().is_some() => {
                    let field = |row: u64| {
                        let (mut label, mut fields) = (Vec::new(), Vec::new());
                        rows.label(row, &mut label);
                        rows.fields(&label, |field| fields.push(field.to_string()));
                        fields.swap_remove(place)
                    };
                    texts(&mut column, (first..end).map(field))?;
                }
                (true, None, _) => coordinates(&mut column, rows, first..end, place)?,
                (false, _, true) => {
                    let values: Vec<i32> = (first..end).map(|row| value(row) as i32).collect();
                    column.typed::<Int32Type>().write_batch(&values, None, None)?;
                }
                (false, _, false) => {
                    texts(&mut column, (first..end).map(|row| about.value.show(value(row)).to_string()))?;
                }
            }
            column.close()?;
            place += 1;
        }
        group.close()?;
        first = end;
    }
    writer.close()?;
    Ok(())
}

fn coordinates(
    column: &mut SerializedColumnWriter<'_>,
    rows: &Rows,
    part: Range<u64>,
    place: usize,
) -> Result<(), ParquetError> {
    let mut label = Vec::new();
    rows.label(part.start, &mut label);
    let mut values = Vec::with_capacity((part.end - part.start) as usize);
    for _ in part {
        values.push(label[place] as i64);
        rows.advance(&mut label);
    }
    column.typed::<Int64Type>().write_batch(&values, None, None).map(|_| ())
}

fn texts(
    column: &mut SerializedColumnWriter<'_>,
    texts: impl Iterator<Item = impl AsRef<str>>,
) -> Result<(), ParquetError> {
    let values: Vec<ByteArray> = texts.map(|text| ByteArray::from(text.as_ref())).collect();
    column.typed::<ByteArrayType>().write_batch(&values, None, None).map(|_| ())
}

fn schema(about: &About<'_>, rows: &Rows) -> Result<Type, ParquetError> {
    let column = |name: &str, physical: Physical, logical: LogicalType| {
        let column = Type::primitive_type_builder(name, physical).with_repetition(Repetition::REQUIRED);
        column.with_logical_type(Some(logical)).build().map(Arc::new)
    };
    let text = |name: &str| column(name, Physical::BYTE_ARRAY, LogicalType::String);
    let label = |name: &String| match rows.names().is_some() || rows.kinds().is_some() {
        true => text(name),
        false => column(name, Physical::INT64, LogicalType::integer(64, false)),
    };
    let mut fields = rows.columns().iter().map(label).collect::<Result<Vec<_>, _>>()?;
    fields.push(match about.value.is_number() {
        true => column("value", Physical::INT32, LogicalType::integer(32, false))?,
        false => text("value")?,
    });
    Type::group_type_builder("values").with_fields(fields).build()
}

fn properties(about: &About<'_>) -> WriterProperties {
    let pair = |key: &str, value: &str| KeyValue::new(key.to_string(), value.to_string());
    let about = vec![pair("grundy:code", about.code), pair("grundy:play", &about.play)];
    let properties = WriterProperties::builder().set_compression(Compression::SNAPPY);
    properties
        .set_created_by(concat!("grundy ", env!("CARGO_PKG_VERSION")).to_string())
        .set_key_value_metadata(Some(about))
        .build()
}
