// Entry of the writer thread: a shell around sqlite/threads/. It lies beside main.ts because a compiled executable finds the
// files of its threads only there.

import { runWriterThread, type WorkerScope } from "./sqlite/threads/writer-thread.ts";

runWriterThread(globalThis as unknown as WorkerScope);
