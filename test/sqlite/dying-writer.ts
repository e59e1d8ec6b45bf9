// The real writer thread, which dies at the n-th message of a method. The environment sets which: PETSTOCK_TEST_DEATH="commit 4
// throws" (or `exits`, or `throws-after`: after the work is done, and before its reply is sent).

import { runWriterThread, type WorkerScope } from "../../src/sqlite/threads/writer-thread.ts";

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
  throw new Error("the test ends this thread");
};
