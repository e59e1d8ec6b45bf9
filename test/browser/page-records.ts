// What the page stores in IndexedDB, as a test in the same browser sees it.

import type { Page } from "playwright-core";
import type { RecordStore } from "../../src/dashboard/state/records.ts";

/** The page's database; undefined before the page has made it. */
const DATABASE = `new Promise((resolve) => {
  const opening = indexedDB.open("petstock");
  // Otherwise this would make the database, without the page's stores.
  opening.onupgradeneeded = () => opening.transaction.abort();
  opening.onerror = () => resolve(undefined);
  opening.onsuccess = () => resolve(opening.result);
})`;

export function storedRecords(page: Page, store: RecordStore): Promise<readonly unknown[]> {
  return page.evaluate<readonly unknown[]>(`(async () => {
    const database = await ${DATABASE};
    if (database === undefined) return [];
    const reading = database.transaction("${store}").objectStore("${store}").getAll();
    const records = await new Promise((resolve) => { reading.onsuccess = () => resolve(reading.result); });
    database.close();
    return records;
  })()`);
}

/** Lets the page write nothing to the store until the returned function is called: a transaction before is kept busy. */
export async function holdWrites(page: Page, store: RecordStore): Promise<() => Promise<void>> {
  await page.evaluate(`(async () => {
    const database = await ${DATABASE};
    const records = database.transaction("${store}", "readwrite").objectStore("${store}");
    let isHeld = true;
    const hold = () => {
      if (isHeld) records.count().onsuccess = hold;
      else database.close();
    };
    hold();
    window.releaseWrites = () => { isHeld = false; };
  })()`);
  return () => page.evaluate("releaseWrites()");
}
