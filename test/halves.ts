// Which test files belong to which half of the suite: `npm test` runs the quick half, `npm run test:long` the long one.
// A file that is not named here is in the quick half alone. Why there are halves: docs/decisions/0022.

export type Half = "quick" | "long";

/** In the long half alone: files, or folders with all their files. */
const LONG: readonly string[] = [
  // The quick half opens each page once (test/smoke/), and tests the dashboard's state without a browser.
  "test/browser/",
  // Checks the tests' own browser, on which the long half relies for the pages' policy.
  "test/support/browser.test.ts",
  // Waits for the real deadline of a silent stream, three quarters of a minute.
  "test/client/silent-stream.test.ts",
  // Services under load, as processes with their real deadlines; the quick half proves the same of one store, whose
  // deadlines the tests fire: silent-network.test.ts, foreign-sessions.test.ts, exhausted-server.test.ts.
  "test/postgres/faults-network.test.ts",
  "test/postgres/faults-session.test.ts",
  "test/postgres/faults-resources.test.ts",
  // The quick half proves the same with a restored backup (test/feed/history.test.ts).
  "test/postgres/streams-failover.test.ts",
];

/** In both halves: the long one tries more rounds, cases and rows (`sized` in test/support/sizes.ts). */
const BOTH: readonly string[] = [
  "test/cli/remote/commands.test.ts",
  "test/faults/",
  "test/postgres/failover.test.ts",
  "test/postgres/faults-restart.test.ts",
  "test/postgres/long-life.test.ts",
  "test/postgres/servers.test.ts",
  "test/postgres/start.test.ts",
  "test/store/",
];

/** Files that take longest: they start first, so that none of them is the last to end. */
export const FIRST: readonly string[] = [
  "test/browser/dashboard-session.test.ts",
  "test/client/package.test.ts",
  "test/faults/backup-full-disk.test.ts",
  "test/faults/linearizability/linearizability.test.ts",
  "test/faults/restore-killed.test.ts",
  "test/postgres/faults-network.test.ts",
  "test/postgres/lost-connections.test.ts",
  "test/store/postgres-store.test.ts",
  "test/store/sqlite-store.test.ts",
];

/** All names of the lists. */
export const NAMED: readonly string[] = [...LONG, ...BOTH, ...FIRST];

export function filesOf(half: Half, files: readonly string[]): readonly string[] {
  if (half === "quick") return files.filter((file) => !isNamed(file, LONG));
  return files.filter((file) => isNamed(file, LONG) || isNamed(file, BOTH));
}

function isNamed(file: string, names: readonly string[]): boolean {
  return names.some((name) => (name.endsWith("/") ? file.startsWith(name) : file === name));
}
