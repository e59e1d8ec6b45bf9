//! A peer: the same two operations with axum and rusqlite, as a Rust engineer would write them for speed.
//! Usage: petstock-bench-peer <file of the database>
//!
//! In its favour: the inventory and the keys are in memory, the list is kept as bytes, updates are committed in groups by a
//! thread of their own, nothing is logged. As durable as the service: WAL with synchronous=FULL; an update and its row in
//! the ledger are in one transaction, and are on disk before the response.

mod auth;
mod inventory;
mod writer;

use std::{env, error::Error, sync::Arc};

use auth::{Actor, Keys};
use axum::{
    Json, Router,
    extract::{Path, State},
    http::{StatusCode, header::CONTENT_TYPE},
    response::IntoResponse,
    routing::{get, patch},
    serve::ListenerExt,
};
use inventory::{Inventory, Pet};
use rusqlite::Connection;
use serde::Deserialize;
use tokio::{net::TcpListener, signal::unix};
use writer::Writer;

struct App {
    inventory: Arc<Inventory>,
    keys: Keys,
    writer: Writer,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Update {
    quantity: u32,
}

const QUANTITY_MAX: u32 = i32::MAX as u32;

async fn list_inventory(_: Actor, State(app): State<Arc<App>>) -> impl IntoResponse {
    ([(CONTENT_TYPE, "application/json")], app.inventory.list())
}

async fn update_inventory(
    Actor(actor): Actor,
    State(app): State<Arc<App>>,
    Path(pet_id): Path<i64>,
    Json(Update { quantity }): Json<Update>,
) -> Result<Json<Pet>, impl IntoResponse> {
    if quantity > QUANTITY_MAX {
        return Err((StatusCode::UNPROCESSABLE_ENTITY, "quantity is too large"));
    }
    let pet = app.writer.update(pet_id, quantity, actor).await;
    pet.map(Json).ok_or((StatusCode::NOT_FOUND, "no such pet"))
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let path = env::args()
        .nth(1)
        .ok_or("usage: petstock-bench-peer <file of the database>")?;
    let db = Connection::open(path)?;
    db.pragma_update(None, "journal_mode", "WAL")?;
    db.pragma_update(None, "synchronous", "FULL")?;
    let keys = Keys::load(&db)?;
    let inventory = Arc::new(Inventory::load(&db)?);
    let (writer, thread) = writer::start(db, inventory.clone());
    let app = Router::new()
        .route("/v1/inventory", get(list_inventory))
        .route("/v1/inventory/{pet_id}", patch(update_inventory))
        .with_state(Arc::new(App {
            inventory,
            keys,
            writer,
        }));
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    println!("http://{}", listener.local_addr()?);
    let mut terminate = unix::signal(unix::SignalKind::terminate())?;
    // Fails only if the client has already gone.
    let listener = listener.tap_io(|stream| drop(stream.set_nodelay(true)));
    axum::serve(listener, app)
        .with_graceful_shutdown(async move { terminate.recv().await.unwrap_or_default() })
        .await?;
    thread.join().expect("the writer ends without a panic");
    Ok(())
}
