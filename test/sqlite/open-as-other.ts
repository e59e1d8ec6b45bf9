// A process of an unprivileged user: opens a database, tries to change it, and writes the result as JSON. Its arguments: the
// file, and "create" if it may be created.

import { StoreError } from "../../src/inventory/store-error.ts";
import { createPet } from "../store/engine.ts";
import { openSqlite } from "./embedded.ts";

export interface Tried {
  /** The step that failed, or `done`. */
  readonly step: "open" | "commit" | "done";
  readonly code: string;
  readonly message: string;
}

if (import.meta.main) {
  const [path = "", create] = process.argv.slice(2);
  const tried =
    path === "" ? { step: "done", code: "", message: "" } : await attempt(path, create === "create");
  process.stdout.write(JSON.stringify(tried));
}

async function attempt(path: string, create: boolean): Promise<Tried> {
  let step: Tried["step"] = "open";
  try {
    await using store = await openSqlite(path, { create });
    step = "commit";
    await store.commit([createPet(BigInt(Date.now()), 1)]);
    return { step: "done", code: "", message: "" };
  } catch (error) {
    const code = error instanceof StoreError ? error.code : "no StoreError";
    return { step, code, message: String(error) };
  }
}
