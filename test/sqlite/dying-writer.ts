// The writer's thread as a test wants it: the real one, until it dies with the n-th message of a kind. The environment
// says which: PETSTOCK_TEST_DEATH="commit 4 throws" (or `exits`, or `throws-after`: when the work is done, but nobody
// has been told).

import { runWriterThread, type WorkerScope } from "../../src/sqlite/writer-thread.ts";

const [method = "", count = "", how = ""] = (process.env["PETSTOCK_TEST_DEATH"] ?? "").split(" ");
const thread = globalThis as unknown as WorkerScope;
let left = Number(count);
let muted = false;

const inner: WorkerScope = {
  onmessage: null,
  postMessage: (reply) => {
    if (!muted) thread.postMessage(reply);
  },
};
runWriterThread(inner);

thread.onmessage = (event) => {
  if (event.data.method !== method || --left > 0) {
    inner.onmessage?.(event);
    return;
  }
  if (how === "exits") process.exit(7);
  if (how === "throws-after") {
    muted = true;
    inner.onmessage?.(event);
  }
  throw new Error("the test lets this thread die");
};
