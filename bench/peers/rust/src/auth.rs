//! API keys: their names by the SHA-256 of the key, read once.

use std::{collections::HashMap, sync::Arc};

use axum::{
    extract::FromRequestParts,
    http::{StatusCode, header::AUTHORIZATION, request::Parts},
};
use rusqlite::Connection;
use sha2::{Digest, Sha256};

use crate::App;

pub struct Keys(HashMap<[u8; 32], Arc<str>>);

impl Keys {
    pub fn load(db: &Connection) -> rusqlite::Result<Self> {
        let mut select = db.prepare("SELECT hash, name FROM api_key")?;
        let rows = select.query_map([], |row| {
            let mut hash = [0; 32];
            hex::decode_to_slice(row.get_ref(0)?.as_str()?, &mut hash)
                .expect("hashes are 64 hexadecimal digits");
            Ok((hash, row.get(1)?))
        })?;
        Ok(Self(rows.collect::<Result<_, _>>()?))
    }

    fn name_of(&self, token: &[u8]) -> Option<Arc<str>> {
        self.0.get(Sha256::digest(token).as_slice()).cloned()
    }
}

/// The name of the request's key. A request without a valid key is answered with 401.
pub struct Actor(pub Arc<str>);

impl FromRequestParts<Arc<App>> for Actor {
    type Rejection = (StatusCode, &'static str);

    async fn from_request_parts(
        parts: &mut Parts,
        app: &Arc<App>,
    ) -> Result<Self, Self::Rejection> {
        let authorization = parts
            .headers
            .get(AUTHORIZATION)
            .map(|value| value.as_bytes());
        let token = authorization.and_then(|value| value.strip_prefix(b"Bearer "));
        let name = token.and_then(|token| app.keys.name_of(token));
        name.map(Actor)
            .ok_or((StatusCode::UNAUTHORIZED, "no valid key"))
    }
}
