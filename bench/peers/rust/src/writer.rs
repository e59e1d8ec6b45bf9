//! The writer: a thread that commits all waiting updates in one transaction, with one fsync, and answers them when it is on
//! disk. It is the database's only writer, so the quantities in memory are those of the database.

use std::{
    mem,
    sync::Arc,
    thread::{self, JoinHandle},
};

use rusqlite::{Connection, TransactionBehavior, params};
use tokio::sync::{
    mpsc::{self, UnboundedSender},
    oneshot,
};
use uuid::Uuid;

use crate::inventory::{Changed, Inventory, Pet};

const GROUP_MAX: usize = 1_024;

struct Update {
    pet_id: i64,
    quantity: u32,
    actor: Arc<str>,
    reply: oneshot::Sender<Option<Pet>>,
}

#[derive(Clone)]
pub struct Writer(UnboundedSender<Update>);

impl Writer {
    /// The changed pet, once the change is on disk; none if there is no such pet.
    pub async fn update(&self, pet_id: i64, quantity: u32, actor: Arc<str>) -> Option<Pet> {
        let (reply, outcome) = oneshot::channel();
        let update = Update {
            pet_id,
            quantity,
            actor,
            reply,
        };
        self.0
            .send(update)
            .expect("the writer lives as long as its senders");
        outcome.await.expect("the writer answers every update")
    }
}

/// The thread ends when all writers are dropped.
pub fn start(mut db: Connection, inventory: Arc<Inventory>) -> (Writer, JoinHandle<()>) {
    let (sender, mut updates) = mpsc::unbounded_channel();
    let thread = thread::spawn(move || {
        let mut pets = inventory.pets();
        let mut group = Vec::with_capacity(GROUP_MAX);
        while updates.blocking_recv_many(&mut group, GROUP_MAX) > 0 {
            let outcomes = commit(&mut db, &mut pets, &group).expect("the group is committed");
            inventory.set_all(outcomes.iter().flatten().copied());
            for (Update { reply, .. }, outcome) in group.drain(..).zip(outcomes) {
                // A client that has gone needs no answer.
                let _ = reply.send(outcome.map(|(_, pet)| pet));
            }
        }
    });
    (Writer(sender), thread)
}

/// For each update the pet after it; none if there is no such pet.
fn commit(
    db: &mut Connection,
    pets: &mut [Pet],
    group: &[Update],
) -> rusqlite::Result<Vec<Option<Changed>>> {
    let transaction = db.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let mut set_quantity =
        transaction.prepare_cached("UPDATE inventory SET quantity = ? WHERE pet_id = ?")?;
    let mut add_movement = transaction.prepare_cached(
        "INSERT INTO movement (pet_id, quantity_before, quantity_after, actor, request_id) VALUES (?, ?, ?, ?, ?)",
    )?;
    let mut outcomes = Vec::with_capacity(group.len());
    for Update {
        pet_id,
        quantity,
        actor,
        ..
    } in group
    {
        let found = pets.binary_search_by_key(pet_id, |pet| pet.pet_id).ok();
        if let Some(index) = found {
            let before = mem::replace(&mut pets[index].quantity, *quantity);
            let request_id = Uuid::new_v4().hyphenated().to_string();
            set_quantity.execute(params![quantity, pet_id])?;
            add_movement.execute(params![pet_id, before, quantity, actor, request_id])?;
        }
        outcomes.push(found.map(|index| (index, pets[index])));
    }
    drop((set_quantity, add_movement));
    transaction.commit()?;
    Ok(outcomes)
}
