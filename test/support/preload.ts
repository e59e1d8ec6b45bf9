// Runs before the test files: registers the work after each test, and after the last one.

import { afterAll, afterEach } from "bun:test";
import { closeBrowser, judgePages } from "./browser.ts";
import { removeServers } from "./postgres-database.ts";

/** Other processes have to end, on a machine that may have other things to do. */
const PATIENCE_MS = 60_000;

afterEach(judgePages);
afterAll(removeServers, PATIENCE_MS);
afterAll(closeBrowser, PATIENCE_MS);
