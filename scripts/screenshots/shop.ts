// The shop in the pictures: the sample inventory with names, and six weeks of work by three people.

import { Database } from "bun:sqlite";
import { join } from "node:path";
import { PetstockAdmin, type Reason } from "../../src/client/client.ts";
import { petstockOrThrow } from "../../test/support/petstock.ts";
import { TestService } from "../../test/support/service.ts";
import { TemporaryFolder } from "../../test/support/temporary-folder.ts";

const EXAMPLES = join(import.meta.dir, "../../examples");
const DAY_MS = 86_400_000;
/** More than the month that the page of trends shows first: the import came before. */
const DAYS = 45;

/** Who works there. */
const PEOPLE = ["Anna", "Ben", "Mona"] as const;
type Person = (typeof PEOPLE)[number];

/** Repeated changes of the stock: how many pets, and what becomes of the quantity of each. */
const WORK: readonly (readonly [reason: Reason, pets: number, by: number])[] = [
  ["received", 5, 4],
  ["sold", 4, -1],
  ["sold", 6, -2],
  ["returned", 1, 1],
  ["counted", 3, 1],
  ["damaged", 1, -1],
  ["received", 2, 6],
];

export interface Shop {
  readonly service: TestService;
  /** The API key of a manager. */
  readonly keyOf: (person: Person) => string;
}

/** A running service with that past; its folder is the caller's to remove. */
export async function openShop(folder: TemporaryFolder): Promise<Shop> {
  const path = folder.file("petstock.db");
  const database = ["--database", `sqlite:${path}`];
  await petstockOrThrow(["import", join(EXAMPLES, "sample-inventory.csv"), ...database]);
  await petstockOrThrow(["labels", "import", join(EXAMPLES, "sample-labels.csv"), ...database]);
  const first = await TestService.start({ folder });
  const keys = new Map<Person, string>();
  for (const name of PEOPLE) keys.set(name, await first.makeKey("--name", name, "--role", "manager"));
  await work([...keys.values()].map((apiKey) => new PetstockAdmin({ url: first.url, apiKey })));
  await first.stop();
  spreadOverDays(path);
  return { service: await TestService.start({ folder }), keyOf: (person) => keys.get(person)! };
}

async function work(admins: readonly PetstockAdmin[]): Promise<void> {
  const [anna] = admins as [PetstockAdmin];
  const stock = new Map<bigint, number>();
  for await (const { petId, quantity } of (await anna.snapshot()).items) {
    if (quantity > 0) stock.set(petId, quantity);
  }
  const petIds = [...stock.keys()];
  for (let turn = 0; turn < 70; turn += 1) {
    const [reason, pets, by] = WORK[turn % WORK.length]!;
    const chosen = Array.from({ length: pets }, (_, at) => petIds[(turn * 7 + at * 3) % petIds.length]!);
    const possible = chosen.filter((petId) => stock.get(petId)! + by >= 0);
    if (possible.length === 0) continue;
    for (const petId of possible) stock.set(petId, stock.get(petId)! + by);
    await admins[turn % admins.length]!.applyChanges({
      reason,
      changes: possible.map((petId) => ({ petId, by })),
    });
  }
  const low = petIds.slice(0, 6).map((petId) => ({ petId, low: 3 }));
  await anna.putLabels(low);
}

/** The service dates each change with the present: the pictures show weeks. */
function spreadOverDays(path: string): void {
  const ledger = new Database(path);
  const { last } = ledger.query<{ last: number }, []>("SELECT max(revision) AS last FROM commit_mark").get()!;
  // Today's work began an hour ago.
  const end = Date.now() - DAY_MS / 24;
  for (const table of ["commit_mark", "ledger_entry"]) {
    // A commit of several revisions has the time of its last one: each change set is one revision and one commit here.
    ledger.run(`UPDATE ${table} SET at = CAST(? - ? * (1 - 1.0 * revision / ?) AS INTEGER)`, [
      end,
      DAYS * DAY_MS,
      last,
    ]);
  }
  ledger.close();
}
