// Runs before the test files: registers the work after each test, and after the last one.

import { afterAll, afterEach } from "bun:test";
import { closeBrowser, judgePages } from "./browser.ts";
import { removeServers } from "./postgres-database.ts";
import { disposeShared } from "./shared.ts";

/** Generous: other processes have to end, on a busy machine. */
const PATIENCE_MS = 60_000;

afterEach(judgePages);
afterAll(disposeShared, PATIENCE_MS);
afterAll(removeServers, PATIENCE_MS);
afterAll(closeBrowser, PATIENCE_MS);
