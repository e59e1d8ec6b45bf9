// Runs before all test files, so that what it registers comes after the last of them.

import { afterAll } from "bun:test";
import { closeBrowser } from "./browser.ts";
import { removePostgres } from "./postgres-server.ts";

afterAll(removePostgres);
afterAll(closeBrowser);
