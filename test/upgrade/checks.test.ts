// The CHECK constraints of the newest schema compared with the constants of the program: migrations hold literals, so a constant
// that changes needs a migration.

import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { PET_STATUSES, QUANTITY_MAX } from "../../src/inventory/item.ts";
import { HOOK_EVENTS, HOOK_PAUSE_REASONS } from "../../src/inventory/hook.ts";
import { ROLES } from "../../src/inventory/role.ts";
import { hashKey } from "../../src/keys/format.ts";
import { postgresEngine, sqliteEngine } from "./engines.ts";
import { makeShop } from "./shop.ts";

setDefaultTimeout(60_000);

const texts = (values: readonly string[]) => values.map((value) => `'${value}'`);
/** As a row has them. */
const EVENTS = [...HOOK_EVENTS, HOOK_EVENTS.join(" ")];
const HASH_LENGTH = hashKey("petstock_").length;

const EXPECTED = {
  sqlite: [
    `CHECK (quantity BETWEEN 0 AND ${QUANTITY_MAX})`,
    `CHECK (status IN (${texts(PET_STATUSES).join(", ")}))`,
    `CHECK (role IN (${texts(ROLES).join(", ")}))`,
    `CHECK (low BETWEEN 0 AND ${QUANTITY_MAX})`,
    `CHECK (length(hash) = ${HASH_LENGTH})`,
    `CHECK (length(link_hash) = ${HASH_LENGTH})`,
    `CHECK (events IN (${texts(EVENTS).join(", ")}))`,
    `CHECK (pause_reason IN (${texts(HOOK_PAUSE_REASONS).join(", ")}))`,
  ],
  postgres: [
    `CHECK (((quantity >= 0) AND (quantity <= ${QUANTITY_MAX})))`,
    `CHECK ((status = ANY (ARRAY[${texts(PET_STATUSES).map(asText).join(", ")}])))`,
    `CHECK ((role = ANY (ARRAY[${texts(ROLES).map(asText).join(", ")}])))`,
    `CHECK (((low >= 0) AND (low <= ${QUANTITY_MAX})))`,
    `CHECK ((length(hash) = ${HASH_LENGTH}))`,
    `CHECK ((length(link_hash) = ${HASH_LENGTH}))`,
    `CHECK ((events = ANY (ARRAY[${texts(EVENTS).map(asText).join(", ")}])))`,
    `CHECK ((pause_reason = ANY (ARRAY[${texts(HOOK_PAUSE_REASONS).map(asText).join(", ")}])))`,
  ],
};

function asText(literal: string): string {
  return `${literal}::text`;
}

/** Constraints without constants of the program. */
const OTHERS =
  /revision|removed|number|only_row|pet_id|revoked_by|link_(?:expires|opened)_at|attempts|version|previous_until|paused_at|request_name/;

describe.each([sqliteEngine(), postgresEngine])("$name", (engine) => {
  test("every CHECK is that of the program's constants; a changed constant needs a migration in the schema of this engine", async () => {
    await using database = await makeShop(engine);
    const checks = (await database.checks()).filter((check) => !OTHERS.test(check));
    expect(checks.toSorted()).toEqual(EXPECTED[engine.name].toSorted());
  });
});
