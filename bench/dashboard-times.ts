// The dashboard's times with many pets, in a real browser: `bun bench/dashboard-times.ts [pets] [labels]`. Not a theme of the
// benchmark: what a page takes depends on the machine's screen and browser, and is compared with a frame (16 ms), not with a peer.

import { BrowserTab, closeBrowser } from "../test/support/browser.ts";
import { TestService } from "../test/support/service.ts";

const [pets = 1_000_000, labels = 0] = process.argv.slice(2).map(Number);
const STATUSES = ["available", "pending", "sold"];
const KINDS = ["dog", "cat", "rabbit", "parrot"];
const ROUNDS = 9;
/** In which the page is asked all the time, for the longest stretch: that delays what else would be measured. */
const ASKING_ROUNDS = 5;

const rows = Array.from({ length: pets }, (_, at) => `${idOf(at)},${(at * 7) % 40},${STATUSES[at % 3]}`);
await using service = await TestService.start({ rows });
const key = await service.makeKey("--role", "admin");
if (labels > 0) await putLabels();
const tab = await BrowserTab.open({ url: service.url, viewport: { width: 1280, height: 800 } });
const { page } = tab;
await page.goto(`${service.url}/?stock=all`);
await page.getByLabel("API key").fill(key);
await page.evaluate(recorder);
await page.keyboard.press("Enter");
const begunAt = performance.now();
await page.locator("[role=row] .quantity").first().waitFor({ timeout: 300_000 });
print("first row after", performance.now() - begunAt);
await page.getByText("Live", { exact: true }).waitFor({ timeout: 300_000 });
print("all rows after", performance.now() - begunAt);
print("longest task while loading", await longestTask());
if (labels > 0) {
  await page.waitForTimeout(15_000);
  print("longest task while labels load", await longestTask());
}
const search = page.locator("#search");
for (const word of ["3", "30", "305", ...(labels > 0 ? ["r", "re", "rex dog"] : [])]) {
  await repeat(`search: last character of "${word}"`, async () => {
    await search.fill(word.slice(0, -1));
    await settled();
    await page.keyboard.press("End");
    await measured(() => page.keyboard.press(word.at(-1)!));
    return settled();
  });
}
await search.fill("");
await settled();
for (const name of ["Quantity", "Status"]) {
  const header = page.getByRole("columnheader", { name }).first();
  await repeat(`sort by ${name}`, async () => {
    await measured(() => header.click());
    return settled();
  });
}
const cell = page.locator("[role=row] .quantity").nth(2);
await repeat("a key in the quantity", async () => {
  await cell.click();
  await measured(() => page.keyboard.press("7"));
  await page.keyboard.press("Escape");
});
await repeat("a saved quantity", async (round) => {
  await cell.click();
  await page.keyboard.type(String(100 + round));
  await measured(() => page.keyboard.press("Enter"));
  await page.waitForTimeout(200);
});
await page.evaluate("times.begin()");
for (let change = 0; change < ROUNDS; change += 1) {
  await service.update(key, idOf(change + 20), 1000 + change);
  await page.waitForTimeout(500);
}
print("longest task while changes arrive", await longestTask());
await tab[Symbol.asyncDispose]();
await closeBrowser();

function idOf(at: number): number {
  return 1_000_003 + at * 7;
}

async function putLabels(): Promise<void> {
  for (let at = 0; at < labels; at += 200_000) {
    const some = Array.from({ length: Math.min(200_000, labels - at) }, (_, row) => {
      const pet = at + row;
      return `${idOf(pet)},Rex ${pet},${KINDS[pet % 4]},${4_006_381_000_000 + pet},5\n`;
    });
    const body = `petId,name,kind,code,low\n${some.join("")}`;
    const headers = { Authorization: `Bearer ${key}`, "Content-Type": "text/csv" };
    const answer = await fetch(`${service.url}/admin/v1/labels`, { method: "PUT", headers, body });
    if (!answer.ok) throw new Error(await answer.text());
  }
}

/** Prints how long the page was busy with the event and its frame, the longest stretch without a free moment until the result was complete, and when. */
async function repeat(what: string, round: (round: number) => Promise<number | void>): Promise<void> {
  const busy: number[] = [];
  const stretches: number[] = [];
  const complete: number[] = [];
  for (let count = 0; count < ROUNDS + ASKING_ROUNDS; count += 1) {
    const isAsking = count >= ROUNDS;
    await page.evaluate(`times.isAsking = ${isAsking}`);
    const completeMs = (await round(count)) ?? 0;
    if (isAsking) stretches.push((await page.evaluate("times.endStretches()")) as number);
    else {
      busy.push((await page.evaluate("times.handledMs")) as number);
      complete.push(completeMs);
    }
  }
  const text = `${what}: busy ${medianOf(busy)} ms, least ${Math.min(...busy).toFixed(1)} ms; longest stretch ${medianOf(stretches)} ms`;
  console.log(Math.max(...complete) > 0 ? `${text}; complete after ${medianOf(complete)} ms` : text);
}

/** Begins when what came before is drawn, and ends when the page has handled the event. */
async function measured(act: () => Promise<void>): Promise<void> {
  await page.evaluate("times.atRest()");
  await page.evaluate("times.begin()");
  await act();
  while (await page.evaluate("times.unhandled > 0")) await page.waitForTimeout(5);
}

/** Waits until the page is no longer searching or sorting. Returns how long. */
async function settled(): Promise<number> {
  const at = performance.now();
  while (!(await page.evaluate("times.isSettled()"))) await page.waitForTimeout(5);
  return performance.now() - at;
}

function medianOf(numbers: readonly number[]): string {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)]!.toFixed(1);
}

async function longestTask(): Promise<number> {
  return (await page.evaluate("times.longestMs()")) as number;
}

function print(what: string, ms: number): void {
  console.log(`${what}: ${ms.toFixed(0)} ms`);
}

/** In the page: how long an event takes, and the longest task and the longest stretch since. */
function recorder(): void {
  const tasks: number[] = [];
  const dom = globalThis as unknown as {
    document: { querySelector: (selector: string) => { textContent: string } | null };
    requestAnimationFrame: (run: (at: number) => void) => void;
  };
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) tasks.push(duration);
  }).observe({ entryTypes: ["longtask"] as never });
  const times = {
    /** The handling of an event and the frame that shows its result, without the wait between them. */
    handledMs: 0,
    /** Events whose handling goes on. */
    unhandled: 0,
    stretchMs: 0,
    isAsking: false,
    atRest: async () => {
      for (let frames = 0; frames < 3; frames += 1) await new Promise(dom.requestAnimationFrame);
    },
    begin: () => {
      tasks.length = 0;
      times.handledMs = 0;
      times.stretchMs = 0;
      pinging = times.isAsking;
      if (pinging) ping();
    },
    /** The longest time in which the page could not answer anything: a task, or a frame, with what follows at once. */
    endStretches: () => {
      pinging = false;
      return times.stretchMs;
    },
    isSettled: () => !(dom.document.querySelector(".filter-summary")?.textContent ?? "").includes("…"),
    /** Tasks of less than 50 ms are not reported: 0. */
    longestMs: () => Math.max(0, ...tasks),
  };
  let pinging = false;
  const pings = new MessageChannel();
  let pingedAt = 0;
  const ping = (): void => {
    pingedAt = performance.now();
    pings.port2.postMessage(undefined);
  };
  pings.port1.onmessage = () => {
    times.stretchMs = Math.max(times.stretchMs, performance.now() - pingedAt);
    if (pinging) ping();
  };
  // A message would not tell when an event is handled: the browser holds it back until the next frame.
  let eventAt: number | undefined;
  let endedAt = 0;
  const end = (): void => void (endedAt = performance.now());
  const begin = (event: Event): void => {
    // The last listener of each element, because the page's own may stop the event there. They draw before this one is called.
    for (const target of event.composedPath()) target?.addEventListener(event.type, end, { once: true });
    if (eventAt !== undefined) return;
    eventAt = endedAt = performance.now();
    times.unhandled += 1;
    dom.requestAnimationFrame(() => {
      const frameAt = performance.now();
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => {
        times.handledMs = endedAt - eventAt! + (performance.now() - frameAt);
        eventAt = undefined;
        times.unhandled -= 1;
      };
      port2.postMessage(undefined);
    });
  };
  for (const type of ["keydown", "input", "click"]) addEventListener(type, begin, { capture: true });
  Object.assign(globalThis, { times });
}
