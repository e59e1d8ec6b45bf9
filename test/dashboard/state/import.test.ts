// Imports of files: nothing is sent without a preview, what is sent is applied as a whole or not at all, also over a reload, and
// can be undone as a whole.

import { beforeEach, describe, expect, test } from "bun:test";
import { Import } from "../../../src/dashboard/transfer/import.ts";
import { PendingImports } from "../../../src/dashboard/imports/pending-imports.ts";
import { reasonInWords } from "../../../src/dashboard/imports/row-reason.ts";
import { SheetWorker } from "../../../src/dashboard/transfer/sheet-worker.ts";
import type { ImportPreview, ImportView } from "../../../src/dashboard/transfer/import-view.ts";
import { until } from "../../support/until.ts";
import { inlineRows, workbook } from "../../support/workbook.ts";
import { isChangeSet, isList, isUpdate, type Matches } from "./network.ts";
import { TestPage, TestStorage } from "./page.ts";
import { startShop } from "./shop.ts";

const STOCK = ["1,5,available", "2,7,pending", "3,0,sold", "4,4,available"];

const { service, key, admin } = await startShop([], "--role", "manager");

beforeEach(async () => {
  await admin.applyRows(`petId,quantity,status\n${STOCK.join("\n")}\n`, { replace: true });
  await admin.putLabels([{ petId: 1, name: "Rex" }], { replace: true });
});

/** `1,5,available 2,7,pending …` */
async function stock(of = admin): Promise<string> {
  const { items } = await of.snapshot();
  const rows: string[] = [];
  for await (const { petId, quantity, status } of items) rows.push(`${petId},${quantity},${status}`);
  return rows.join(" ");
}

/** `1 Rex` of each label. */
async function names(): Promise<readonly string[]> {
  const { labels } = await admin.labels();
  return labels.map(({ petId, name }) => `${petId} ${name}`);
}

const UNCHANGED = STOCK.join(" ");

async function untilStep<S extends ImportView["step"]>(running: Import, step: S) {
  await until(`the step ${step}, not ${JSON.stringify(running.view.step)}`, () => running.view.step === step);
  return running.view as Extract<ImportView, { step: S }>;
}

/** The preview of a file, once the service has checked it. */
async function preview(
  running: Import,
  name: string,
  text: string | Uint8Array<ArrayBuffer>,
): Promise<ImportPreview> {
  await running.openFile(name, new Blob([text]));
  return checked(running);
}

async function checked(running: Import): Promise<ImportPreview> {
  const isChecked = ({ view }: Import): boolean => view.step === "preview" && view.check.kind !== "running";
  await until("the check", () => isChecked(running));
  return untilStep(running, "preview");
}

const countsOf = ({ plan }: ImportPreview) =>
  Object.fromEntries(
    Object.entries(plan!.groups)
      .filter(([, { count }]) => count > 0)
      .map(([group, { count }]) => [group, count]),
  );

const isPreview: Matches = ({ method, path, query }) =>
  method === "POST" && path === "/admin/v1/revisions" && query.includes("dryRun=true&preview=200");

const countOfPreviews = ({ page }: OpenedImport): number => page.network.countOf(isPreview);

/** Where files are read. */
const PLACES = {
  "on the page": () => undefined,
  "in the worker": ({ dashboard: { pets, environment } }: TestPage) =>
    new SheetWorker(pets, environment.openImportWorker),
};

class OpenedImport extends Import implements Disposable {
  readonly page: TestPage;

  constructor(page: TestPage, place: keyof typeof PLACES) {
    super(page.dashboard, PLACES[place](page));
    this.page = page;
  }

  [Symbol.dispose](): void {
    this.page[Symbol.dispose]();
  }
}

async function opened(
  options: { storage?: TestStorage; role?: string; streams?: boolean; place?: keyof typeof PLACES } = {},
): Promise<OpenedImport> {
  const { role, place = "on the page", ...others } = options;
  const apiKey = role === undefined ? key : await service.makeKey("--role", role);
  const page = await TestPage.open(service, { key: apiKey, ...others });
  await page.until(
    "the role and the labels",
    ({ me, labelsVersion }) => me !== undefined && labelsVersion > 0,
  );
  return new OpenedImport(page, place);
}

/** Applies the import while its request is held; resolves when it was sent. */
async function applyHeld(running: OpenedImport): Promise<void> {
  running.page.network.hold(isChangeSet);
  void running.apply();
  await until("the request", () => running.page.network.countOf(isChangeSet) === 1);
}

const ALL = "petId,quantity,status,name\n1,50,,Max\n2,7,sold,\n3,0,sold,\n8,2,pending,Mia\n";

test.each(["on the page", "in the worker"] as const)(
  "read %s, a file is applied as one revision with its statuses and labels, which is undone at once",
  async (place) => {
    using running = await opened({ place });
    const shown = await preview(running, "pets.csv", ALL);
    expect(countsOf(shown)).toEqual({ changed: 2, created: 1, labeled: 2, unchanged: 1 });
    expect(shown.check).toMatchObject({ kind: "ready" });
    expect(await stock()).toBe(UNCHANGED);
    expect([countOfPreviews(running), running.page.network.countOf(isChangeSet)]).toEqual([1, 0]);
    await running.apply();
    const { outcome } = await untilStep(running, "ended");
    expect(outcome).toMatchObject({
      kind: "done",
      result: { created: 1, updated: 2, removed: 0, relabelled: 2 },
    });
    expect(running.page.network.countOf(isChangeSet)).toBe(1);
    expect(await stock()).toBe("1,50,available 2,7,sold 3,0,sold 4,4,available 8,2,pending");
    expect(await names()).toEqual(["1 Max", "8 Mia"]);
    const [newest] = (await admin.revisionPage({ pageSize: 1 })).entries;
    expect(newest).toMatchObject({ reason: "import", note: null, pets: 3, labels: 2 });
    running.page.dashboard.undoStack.undo(outcome.kind === "done" ? outcome.undo! : (undefined as never));
    await running.page.sees("Undone: 3 pets imported from pets.csv");
    expect(await stock()).toBe(UNCHANGED);
    expect(await names()).toEqual(["1 Rex"]);
  },
);

test("the worker finds the same changes and problems by line as the page, also after others changed pets", async () => {
  const text = `petId;quantity;status;name\n1;50;;Max\n2;1,5;sold;\n3;0;sold;\n8;2;pending;Mia\n8;3;pending;Mia\n4;4;?;\n1;50;;Max\n9;9;;`;
  const shown = [];
  for (const place of ["on the page", "in the worker"] as const) {
    using running = await opened({ place });
    const first = await preview(running, "pets.csv", text);
    await admin.applyChanges({ changes: [{ petId: 3, quantity: 6 }] });
    await running.page.until("the change", () => running.page.dashboard.pets.item(3n)?.quantity === 6);
    await running.previewAgain();
    const second = await checked(running);
    shown.push(
      [first, second].map(({ plan, check: { kind }, rows }) => ({ groups: plan!.groups, kind, rows })),
    );
    await admin.applyChanges({ changes: [{ petId: 3, quantity: 0 }] });
    running.close();
  }
  const [onPage, inWorker] = shown;
  expect(countsOf({ plan: onPage![0] } as never)).toMatchObject({ changed: 1, problem: 4, created: 1 });
  expect(onPage![1]!.groups.changed.count).toBe(2);
  expect(inWorker).toEqual(onPage!);
});

test("where workers are blocked, or the worker fails later, the page reads the file itself", async () => {
  const { page } = await opened();
  using _ = page;
  const blocked = (): Worker => {
    throw new DOMException("blocked", "SecurityError");
  };
  const inPage = new Import(page.dashboard, new SheetWorker(page.dashboard.pets, blocked));
  expect(countsOf(await preview(inPage, "pets.csv", ALL))).toMatchObject({ changed: 2, created: 1 });
  const oneSheet = [
    {
      name: "Pets",
      rows: inlineRows([
        ["petId", "quantity"],
        [1, 50],
      ]),
    },
  ];
  expect(countsOf(await preview(inPage, "pets.xlsx", workbook({ sheets: oneSheet })))).toEqual({
    changed: 1,
  });
  let worker: Worker | undefined;
  const { pets, environment } = page.dashboard;
  const sheets = new SheetWorker(pets, () => (worker = environment.openImportWorker()));
  const running = new Import(page.dashboard, sheets);
  await preview(running, "pets.csv", ALL);
  const compared = running.choose({ replace: true });
  worker!.dispatchEvent(new ErrorEvent("error", { message: "out of memory" }));
  await compared;
  expect(countsOf(await checked(running))).toMatchObject({ changed: 2, created: 1, removed: 1 });
  sheets.close();
});

test("a worker that was ended while it read is not started again", async () => {
  const { page } = await opened();
  using _ = page;
  const { pets, environment } = page.dashboard;
  let started = 0;
  const sheets = new SheetWorker(pets, () => {
    started += 1;
    return environment.openImportWorker();
  });
  const running = new Import(page.dashboard, sheets);
  const reading = running.openFile("pets.csv", new Blob([ALL]));
  await until("the worker", () => started === 1);
  running.close();
  await reading;
  expect(started).toBe(1);
});

test("an error that is not the service's is shown, and asking again applies the import once", async () => {
  const { page } = await opened();
  using _ = page;
  const { store, session, pets, changes, chosenColumns } = page.dashboard;
  let isBroken = true;
  const whenFree = async (_name: string, work: () => Promise<void>): Promise<void> => {
    if (isBroken) throw new DOMException("the locks are gone", "InvalidStateError");
    await work();
  };
  const locks = { hold: () => {}, ifFree: whenFree, whenFree };
  const imports = new PendingImports(new TestStorage().records("imports"), locks);
  const notify = page.dashboard.notify.bind(page.dashboard);
  const running = new Import({ store, session, pets, changes, imports, chosenColumns, notify });
  await preview(running, "pets.csv", "petId,quantity\n1,50\n");
  await running.apply();
  const { outcome } = await untilStep(running, "ended");
  expect(outcome).toMatchObject({ kind: "unknown", message: expect.stringContaining("the locks are gone") });
  isBroken = false;
  await running.askAgain();
  expect((await untilStep(running, "ended")).outcome.kind).toBe("done");
  expect(await stock()).toStartWith("1,50,available");
  expect(page.network.countOf(isChangeSet)).toBe(1);
});

test.each(["on the page", "in the worker"] as const)(
  "a workbook that is read %s is imported like a file of text, once its sheet is chosen",
  async (place) => {
    using running = await opened({ place });
    const sheets = [
      { name: "Dogs", rows: inlineRows([["Pet ID", "Stock", "Name"], [], ["1", 50, "Max"], ["x", 1]]) },
      {
        name: "Cats",
        rows: inlineRows([
          ["Pet ID", "Stock"],
          [2, 70],
          [9.1e18, 1],
        ]),
      },
    ];
    await running.openFile("pets.xlsx", new Blob([workbook({ sheets })]));
    const first = await untilStep(running, "preview");
    expect([first.plan, first.file.format === "xlsx" && first.file.sheet]).toEqual([undefined, undefined]);
    const [dogs, cats] = first.file.format === "xlsx" ? first.file.sheets : [];
    await running.chooseSheet(cats!);
    expect((await checked(running)).plan!.groups).toMatchObject({
      changed: { rows: [{ line: 2, petId: 2n, after: { quantity: 70 } }] },
      problem: {
        rows: [
          {
            line: 3,
            reason: {
              code: "unreadable",
              problem: { column: "petId", fault: { code: "cell_rounded", cell: "A3" } },
            },
          },
        ],
      },
    });
    await running.chooseSheet(dogs!);
    const shown = await checked(running);
    expect(countsOf(shown)).toEqual({ changed: 1, labeled: 1, problem: 1 });
    expect(shown.plan!.groups.problem.rows[0]).toMatchObject({ line: 4 });
    expect(await stock()).toBe(UNCHANGED);
    await running.apply();
    await untilStep(running, "ended");
    expect(await stock()).toBe("1,50,available 2,7,pending 3,0,sold 4,4,available");
  },
);

test("a workbook that is not readable is refused in the worker as on the page", async () => {
  for (const place of ["on the page", "in the worker"] as const) {
    using running = await opened({ place });
    await running.openFile("pets.xlsx", new Blob(["PK\u0003\u0004"]));
    expect((await untilStep(running, "choose")).message).toMatch(
      /^pets\.xlsx cannot be read\. The workbook is damaged/,
    );
  }
});

test("the columns that were chosen are those of the next file with the same header, also after a reload", async () => {
  const storage = new TestStorage();
  const file = "Nummer ;Bemerkung;Menge\n1;50;9\n";
  {
    using running = await opened({ storage });
    await running.openFile("first.csv", new Blob([file]));
    expect((await untilStep(running, "preview")).mapping).toEqual({ header: true, columns: { quantity: 2 } });
    await running.map({ header: true, columns: { petId: 0, quantity: 1 } });
    const again = await preview(running, "second.csv", file.replace("50", "60"));
    expect(again.mapping).toEqual({ header: true, columns: { petId: 0, quantity: 1 }, isChosen: true });
    const other = await preview(running, "other.csv", "petId;Bemerkung;Menge\n1;50;9\n");
    expect(other.mapping).toEqual({ header: true, columns: { petId: 0, quantity: 2 } });
  }
  using reloaded = await opened({ storage });
  const shown = await preview(reloaded, "third.csv", "Nummer;Bemerkung ;Menge\r\n2;70;9\r\n");
  expect(countsOf(shown)).toEqual({ changed: 1 });
  expect(shown.plan!.groups.changed.rows[0]).toMatchObject({ petId: 2n, after: { quantity: 70 } });
  await until("the columns to be stored", async () => (await storage.records("columns").all()).length === 1);
  const proposal = await preview(reloaded, "fifth.csv", "SKU;Menge\n1;80\n");
  expect(proposal.mapping.proposed).toEqual(["petId"]);
  await reloaded.apply();
  await untilStep(reloaded, "ended");
  const agreed = await preview(reloaded, "sixth.csv", "SKU;Menge\n1;90\n");
  expect(agreed.mapping).toEqual({ header: true, columns: { petId: 0, quantity: 1 }, isChosen: true });
  using clerks = await opened({ storage, role: "clerk" });
  await clerks.openFile("fourth.csv", new Blob([file]));
  expect((await untilStep(clerks, "preview")).mapping.isChosen).toBeUndefined();
});

test("where storage is blocked, the chosen columns last as long as the page; only the newest headers are kept", async () => {
  const storage = new TestStorage();
  using running = await opened({ storage });
  const { chosenColumns } = running.page.dashboard;
  const mapping = { header: true, columns: { petId: 0 } };
  for (let at = 0; at < 60; at++) {
    running.page.clockAheadMs = at;
    await chosenColumns.keep([`Nr ${at}`], true, mapping);
  }
  const kept = await storage.records("columns").all();
  expect(kept).toHaveLength(50);
  expect(kept.some(({ id }) => id.endsWith("Nr 59"))).toBe(true);
  expect(kept.some(({ id }) => id.endsWith("Nr 0"))).toBe(false);
  storage.isBlocked = true;
  await chosenColumns.keep(["Blocked"], true, mapping);
  expect(await chosenColumns.of(["Blocked"], true)).toEqual({ ...mapping, isChosen: true });
  expect(await chosenColumns.of(["Another"], true)).toBeUndefined();
});

test("reason and note are in the history", async () => {
  using running = await opened();
  await preview(running, "pets.csv", "petId,quantity\n1,9\n");
  await running.choose({ reason: "received", note: "delivery 7, Käthe" });
  await running.apply();
  const [newest] = (await admin.revisionPage({ pageSize: 1 })).entries;
  expect(newest).toMatchObject({ reason: "received", note: "delivery 7, Käthe" });
});

test("replacing everything removes the other pets, once the user has seen them", async () => {
  using running = await opened();
  await preview(running, "pets.csv", "petId,quantity\n1,5\n2,8\n");
  await running.choose({ replace: true });
  const shown = await checked(running);
  expect(countsOf(shown)).toEqual({ changed: 1, removed: 2, unchanged: 1 });
  await running.apply();
  expect(await stock()).toBe("1,5,available 2,8,pending");
});

test("a file with problems is imported without their rows, but cannot replace everything", async () => {
  using running = await opened();
  const file = `petId,quantity\n1,50\n2,"1,5"\n3,1\n3,2\n${"x,1\n".repeat(300)}`;
  const shown = await preview(running, "bad.csv", file);
  expect(countsOf(shown)).toEqual({ problem: 303, changed: 1 });
  const [first] = shown.plan!.groups.problem.rows;
  expect(first).toMatchObject({ line: 3, petId: 2n });
  expect(reasonInWords(first!.reason!)).toBe("Quantity: “1,5” is not a whole number of pets");
  await running.choose({ replace: true });
  expect((await checked(running)).check).toMatchObject({
    kind: "failed",
    message: expect.stringContaining("cannot replace everything"),
  });
  await running.apply();
  expect(await stock()).toBe(UNCHANGED);
  await running.choose({ replace: false });
  await checked(running);
  await running.apply();
  expect(await untilStep(running, "ended")).toMatchObject({ problems: 303 });
  expect(await stock()).toBe("1,50,available 2,7,pending 3,0,sold 4,4,available");
});

test("columns of unknown names are named, and chosen by the user", async () => {
  using running = await opened();
  await running.openFile("pasted rows", new Blob(["Wesen\tAnzahl\tFarbe\n1\t11\tred\n2\t22\tblue\n"]));
  const unread = await untilStep(running, "preview");
  expect([unread.plan, unread.mapping.columns]).toEqual([undefined, { quantity: 1 }]);
  await running.map({ header: true, columns: { petId: 0, quantity: 1 } });
  expect(countsOf(await checked(running))).toEqual({ changed: 2 });
});

test("a file of statuses alone changes no quantity", async () => {
  using running = await opened();
  await preview(running, "statuses.csv", "petId;status\n1;sold\n4;Pending\n");
  await running.apply();
  expect(await stock()).toBe("1,5,sold 2,7,pending 3,0,sold 4,4,pending");
});

test("a file of labels alone is a revision without stock, which is undone", async () => {
  using running = await opened();
  await preview(running, "names.csv", "petId,name,low\n1,Max,\n2,Mia,3\n");
  await running.apply();
  const { outcome } = await untilStep(running, "ended");
  expect(outcome).toMatchObject({ kind: "done", result: { updated: 0, relabelled: 2 } });
  const [newest] = (await admin.revisionPage({ pageSize: 1 })).entries;
  expect(newest).toMatchObject({ reason: "import", pets: 2, labels: 2 });
  await running.page.until("the new labels", () => running.page.dashboard.pets.label(2n)?.name === "Mia");
  running.page.dashboard.undoStack.undo(outcome.kind === "done" ? outcome.undo! : (undefined as never));
  await running.page.sees("Undone: 2 pets imported from names.csv");
  expect(await names()).toEqual(["1 Rex"]);
  expect(await stock()).toBe(UNCHANGED);
});

test("statuses and labels without quantities are one revision, also where some rows have a status alone", async () => {
  using running = await opened();
  for (const [name, text] of [
    ["pets.csv", "petId,status,name\n1,sold,Max\n2,,Mia\n"],
    [
      "pets.json",
      '[{"petId":1,"status":"pending","name":"Moe"},{"petId":2,"name":"Ada"},{"petId":4,"status":"sold"}]',
    ],
  ] as const) {
    await preview(running, name, text);
    await running.apply();
    expect((await untilStep(running, "ended")).outcome.kind).toBe("done");
  }
  expect(await stock()).toBe("1,5,pending 2,7,pending 3,0,sold 4,4,sold");
  expect(await names()).toEqual(["1 Moe", "2 Ada"]);
  expect(running.page.network.countOf(isChangeSet)).toBe(2);
});

test("JSON and NDJSON files are read by their names", async () => {
  using running = await opened();
  for (const [name, text] of [
    ["stock.json", '[{"petId":1,"quantity":9}]'],
    ["stock.ndjson", '{"petId":1,"quantity":9}\n'],
  ] as const) {
    expect(countsOf(await preview(running, name, text))).toEqual({ changed: 1 });
  }
});

describe("a clerk", () => {
  test("imports quantities of existing pets, as one revision", async () => {
    using running = await opened({ role: "clerk" });
    const shown = await preview(running, "count.csv", ALL);
    expect(shown.mapping.columns).toEqual({ petId: 0, quantity: 1 });
    expect(countsOf(shown)).toEqual({ changed: 1, problem: 1, unchanged: 2 });
    await running.apply();
    expect(await stock()).toBe("1,50,available 2,7,pending 3,0,sold 4,4,available");
    expect(running.page.network.countOf(isUpdate)).toBe(0);
  });
});

describe("changes by others", () => {
  test("of pets of the file are shown before anything is applied", async () => {
    using running = await opened();
    await preview(running, "count.csv", "petId,quantity\n1,50\n2,70\n");
    await admin.applyChanges({ changes: [{ petId: 1, quantity: 6 }] });
    await running.apply();
    const again = await untilStep(running, "preview");
    expect(again.message).toMatch(/^Nothing was imported\./);
    expect(again.plan!.groups.changed.rows[0]).toMatchObject({ petId: 1n, before: { quantity: 6 } });
    expect(await stock()).toBe("1,6,available 2,7,pending 3,0,sold 4,4,available");
    await running.apply();
    expect(await stock()).toBe("1,50,available 2,70,pending 3,0,sold 4,4,available");
  });

  test("of labels of the file are shown before anything is applied", async () => {
    using running = await opened();
    await preview(running, "pets.csv", "petId,quantity,name\n1,50,Max\n2,70,\n");
    await admin.putLabels([{ petId: 1, name: "Ada" }]);
    await running.apply();
    const again = await untilStep(running, "preview");
    expect(again.message).toMatch(/^Nothing was imported\./);
    expect(running.page.dashboard.pets.label(1n)?.name).toBe("Ada");
    expect(await stock()).toBe(UNCHANGED);
    await running.apply();
    expect(await stock()).toBe("1,50,available 2,70,pending 3,0,sold 4,4,available");
    expect(await names()).toEqual(["1 Max"]);
  });

  test("of other pets do not stop an import", async () => {
    using running = await opened();
    await preview(running, "count.csv", "petId,quantity\n1,50\n");
    await admin.applyChanges({ changes: [{ petId: 4, quantity: 3, label: { name: "Ada" } }] });
    await running.apply();
    await untilStep(running, "ended");
    expect(await stock()).toBe("1,50,available 2,7,pending 3,0,sold 4,3,available");
    expect(running.page.network.countOf(isChangeSet)).toBe(1);
  });

  test("that have not reached the page are in the preview, because the service is asked", async () => {
    using running = await opened({ streams: false });
    running.page.network.hold(isList);
    await admin.applyChanges({ changes: [{ petId: 2, quantity: 70 }] });
    const shown = await preview(running, "count.csv", "petId,quantity\n2,70\n3,30\n");
    expect(countsOf(shown)).toEqual({ changed: 1, unchanged: 1 });
    expect(running.page.dashboard.pets.item(2n)?.quantity).toBe(7);
  });

  test("of a pet that was removed, and that the page still shows, are named", async () => {
    using running = await opened({ role: "clerk", streams: false });
    running.page.network.hold(isList);
    await admin.applyChanges({ changes: [{ petId: 2, remove: true }] });
    const shown = await preview(running, "count.csv", "petId,quantity\n1,50\n2,70\n");
    expect(shown.check).toEqual({ kind: "failed", message: "Pet 2 is no longer in the inventory" });
  });

  test("are noticed by a clerk's import, too", async () => {
    using running = await opened({ role: "clerk" });
    await preview(running, "count.csv", "petId,quantity\n1,50\n2,70\n");
    await admin.applyChanges({ changes: [{ petId: 1, quantity: 6 }] });
    await running.apply();
    expect((await untilStep(running, "preview")).message).toMatch(/Pet 1 changed in the meantime/);
    expect(await stock()).toBe("1,6,available 2,7,pending 3,0,sold 4,4,available");
  });
});

describe("a reload in the middle of an import", () => {
  const file = `petId,quantity,status,name\n${Array.from({ length: 2_000 }, (_, at) => `${at + 1},9,sold,N${at}`).join("\n")}\n`;
  const isWhole = async (): Promise<boolean> => {
    const now = await stock();
    return now.split(" ").every((row) => row.endsWith(",9,sold")) && now.split(" ").length === 2_000;
  };

  test.each(["before the service has it", "before its answer is there"])(
    "%s loses nothing: the page asks again and says what happened",
    async (when) => {
      const storage = new TestStorage();
      const running = await opened({ storage });
      await preview(running, "pets.csv", file);
      if (when.startsWith("before the service")) {
        await applyHeld(running);
        expect(await stock()).toBe(UNCHANGED);
      } else {
        const { send } = running.page.network.pause(isChangeSet);
        void running.apply();
        await until("the request", () => running.page.network.countOf(isChangeSet) === 1);
        await send();
        expect(await isWhole()).toBe(true);
      }
      running[Symbol.dispose]();
      const revision = (await admin.me()).position;
      using later = await TestPage.open(service, { key, storage });
      await later.sees(
        "The import of pets.csv is complete: 1,996 pets added, 4 pets changed, 2,000 labels changed",
      );
      expect(await isWhole()).toBe(true);
      if (when.startsWith("before its answer")) expect((await admin.me()).position).toBe(revision);
      expect((await admin.labels()).labels).toHaveLength(2_000);
      later.dashboard.undoStack.undo(later.state.notice!.undo!);
      await later.sees("Undone: 2,000 pets imported from pets.csv");
      expect(await stock()).toBe(UNCHANGED);
      // It is known, so another page does not ask again.
      using last = await TestPage.open(service, { key, storage });
      await last.until("the role", ({ me }) => me !== undefined);
      expect(last.network.countOf(isChangeSet)).toBe(0);
    },
  );

  test("after which others have changed the pets applies nothing, and says so", async () => {
    const storage = new TestStorage();
    const running = await opened({ storage });
    await preview(running, "pets.csv", "petId,quantity\n1,9\n");
    await applyHeld(running);
    running[Symbol.dispose]();
    await admin.applyChanges({ changes: [{ petId: 1, quantity: 4 }] });
    using later = await TestPage.open(service, { key, storage });
    await later.until("the notice", () =>
      later.notices.some((text) => text.startsWith("pets.csv was not imported.")),
    );
    expect(await stock()).toStartWith("1,4,available ");
  });

  test("is of no concern to another key", async () => {
    const storage = new TestStorage();
    const running = await opened({ storage });
    await preview(running, "pets.csv", "petId,quantity\n1,9\n");
    await applyHeld(running);
    running[Symbol.dispose]();
    // Nobody is signed in by the stored key.
    storage.locals.clear();
    const other = await service.makeKey("--role", "manager", "--name", "other");
    using later = await TestPage.open(service, { key: other, storage });
    await later.until("the role", ({ me }) => me !== undefined);
    expect(await stock()).toBe(UNCHANGED);
    expect(later.network.countOf(isChangeSet)).toBe(0);
  });
});

describe("without an answer", () => {
  test("the preview has the problems alone, nothing can be imported, and the preview can be asked again", async () => {
    using running = await opened();
    const reconnect = running.page.network.drop(isPreview);
    const shown = await preview(running, "count.csv", "petId,quantity\n1,50\n2,x\n");
    expect(shown.check).toEqual({ kind: "failed", message: "Cannot reach the service" });
    expect(countsOf(shown)).toEqual({ problem: 1 });
    await running.apply();
    expect(running.page.network.countOf(isChangeSet)).toBe(0);
    reconnect();
    await running.previewAgain();
    expect(countsOf(await checked(running))).toEqual({ problem: 1, changed: 1 });
  });

  test("it is not known whether the import was applied, and asking again applies it once", async () => {
    using running = await opened();
    await preview(running, "count.csv", "petId,quantity\n1,50\n");
    const end = running.page.network.loseAnswers(isChangeSet);
    await running.apply();
    expect(await untilStep(running, "ended")).toMatchObject({ outcome: { kind: "unknown" } });
    end();
    const { position } = await admin.me();
    await running.askAgain();
    expect(running.view).toMatchObject({ step: "ended", outcome: { kind: "done", result: { updated: 1 } } });
    expect((await admin.me()).position).toBe(position);
  });
});

test("a sign-out while an import is applied leaves it to its end, with its labels, and asks nothing again", async () => {
  const storage = new TestStorage();
  using running = await opened({ storage });
  await preview(running, "pets.csv", ALL);
  const { send, deliver } = running.page.network.pause(isChangeSet);
  const applied = running.apply();
  await send();
  running.close();
  running.page.dashboard.session.signOut();
  deliver();
  await applied;
  expect(await stock()).toBe("1,50,available 2,7,sold 3,0,sold 4,4,available 8,2,pending");
  expect(await names()).toEqual(["1 Max", "8 Mia"]);
  expect(running.page.state).toMatchObject({ transfer: undefined, notice: undefined });
  await running.page.signIn(key);
  await running.page.until("the role", ({ me }) => me !== undefined);
  expect(running.page.network.countOf(isChangeSet)).toBe(1);
});

describe("another file", () => {
  test("is refused while one is applied, which continues", async () => {
    using running = await opened();
    await preview(running, "first.csv", "petId,quantity\n2,70\n");
    const release = running.page.network.hold(isChangeSet);
    const applied = running.apply();
    await untilStep(running, "applying");
    await running.openFile("second.csv", new Blob(["petId,quantity\n2,99\n"]));
    expect(running.view).toMatchObject({
      step: "applying",
      refusedFile: "second.csv was not opened. Wait until this import has finished",
    });
    release();
    await applied;
    expect(await stock()).toBe("1,5,available 2,70,pending 3,0,sold 4,4,available");
  });

  test("replaces one that is being read", async () => {
    using running = await opened();
    const first = running.openFile("first.csv", new Blob(["petId,quantity\n1,9\n"]));
    await preview(running, "second.csv", "petId,quantity\n1,9\n2,9\n");
    await first;
    expect(running.view).toMatchObject({ step: "preview", file: { name: "second.csv" } });
  });
});

describe("while the list is loading", () => {
  test("a file waits for it, and is compared with all of it", async () => {
    using page = await TestPage.open(service);
    const release = page.network.halve(isList);
    page.dashboard.session.signIn(key, { remember: false });
    await page.until("some rows", ({ loading }) => loading === "partial");
    const running = new Import(page.dashboard);
    void running.openFile("count.csv", new Blob(["petId,quantity\n1,9\n4,9\n8,9"]));
    expect((await untilStep(running, "waiting")).name).toBe("count.csv");
    release();
    await page.until("the role", ({ me }) => me !== undefined);
    const { plan } = await checked(running);
    expect(plan!.groups.changed.count).toBe(2);
  });

  test("a file that is closed meanwhile does not come back", async () => {
    using page = await TestPage.open(service);
    const release = page.network.halve(isList);
    page.dashboard.session.signIn(key, { remember: false });
    await page.until("some rows", ({ loading }) => loading === "partial");
    const running = new Import(page.dashboard);
    const reading = running.openFile("first.csv", new Blob(["petId,quantity\n1,9"]));
    await untilStep(running, "waiting");
    running.restart();
    release();
    await reading;
    expect(running.view).toEqual({ step: "choose", message: undefined });
  });
});

test.each([
  ["stock.xlsx", "PK\u0003\u0004rest of a workbook", /^stock\.xlsx cannot be read\. The workbook is damaged/],
  ["empty.csv", "", /^empty\.csv cannot be read\. The file is empty/],
  ["large.csv", new Uint8Array(50_000_001), /^large\.csv is too large\. The limit is 50 MB$/],
])("%s, which cannot be a list of pets, is refused with the reason", async (name, content, reason) => {
  using running = await opened();
  await running.openFile(name, new Blob([content]));
  expect((await untilStep(running, "choose")).message).toMatch(reason);
});
