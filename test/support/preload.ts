// Runs before all test files, so that what it registers comes after each test, or after the last of them.

import { afterAll, afterEach } from "bun:test";
import { closeBrowser, judgePages } from "./browser.ts";
import { removePostgres } from "./postgres-server.ts";

afterEach(judgePages);
afterAll(removePostgres);
afterAll(closeBrowser);
