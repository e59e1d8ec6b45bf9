//! The inventory in memory, and its list as bytes, which is made anew at the first request after a change.

use std::sync::Mutex;

use axum::body::Bytes;
use rusqlite::{
    Connection,
    types::{FromSql, FromSqlError, FromSqlResult, ValueRef},
};
use serde::Serialize;

#[derive(Clone, Copy, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Pet {
    pub pet_id: i64,
    pub quantity: u32,
    pub status: Status,
}

#[derive(Clone, Copy, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    Available,
    Pending,
    Sold,
}

impl FromSql for Status {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        match value.as_str()? {
            "available" => Ok(Self::Available),
            "pending" => Ok(Self::Pending),
            "sold" => Ok(Self::Sold),
            _ => Err(FromSqlError::InvalidType),
        }
    }
}

/// A pet after a change, and its index.
pub type Changed = (usize, Pet);

pub struct Inventory(Mutex<Pets>);

struct Pets {
    /// By id.
    sorted: Vec<Pet>,
    list: Option<Bytes>,
}

impl Inventory {
    pub fn load(db: &Connection) -> rusqlite::Result<Self> {
        let mut select =
            db.prepare("SELECT pet_id, quantity, status FROM inventory ORDER BY pet_id")?;
        let rows = select.query_map([], |row| {
            Ok(Pet {
                pet_id: row.get(0)?,
                quantity: row.get(1)?,
                status: row.get(2)?,
            })
        })?;
        let sorted = rows.collect::<Result<_, _>>()?;
        Ok(Self(Mutex::new(Pets { sorted, list: None })))
    }

    pub fn list(&self) -> Bytes {
        let Pets { sorted, list } = &mut *self.0.lock().unwrap();
        list.get_or_insert_with(|| serde_json::to_vec(sorted).expect("pets are JSON").into())
            .clone()
    }

    /// All pets by id.
    pub fn pets(&self) -> Vec<Pet> {
        self.0.lock().unwrap().sorted.clone()
    }

    /// Takes over changed pets, each with its index.
    pub fn set_all(&self, changed: impl Iterator<Item = Changed>) {
        let mut pets = self.0.lock().unwrap();
        pets.list = None;
        for (index, pet) in changed {
            pets.sorted[index] = pet;
        }
    }
}
