// One of the tasks of a shop's day: done once by keyboard in light, once by touch on a phone in dark. A test proves
// what the person sees, its effect in the service, that the page is accessible, and that the document has its steps.

import { afterAll, test } from "bun:test";
import { answerAtShop } from "../at-shop.ts";
import { accessibilityViolations } from "../axe.ts";
import { DashboardTab, type DashboardOptions } from "../dashboard.ts";
import { closeShops, Shop } from "./shop.ts";
import { type Hand, Person } from "./steps.ts";
import { compareWithTable } from "./table.ts";

const HANDS: Readonly<Record<Hand, DashboardOptions>> = {
  keyboard: { viewport: { width: 1280, height: 800 }, colorScheme: "light" },
  touch: { viewport: { width: 390, height: 760 }, hasTouch: true, isMobile: true, colorScheme: "dark" },
};

export type Attempt = (person: Person, shop: Shop) => Promise<void>;

export interface Task {
  readonly number: number;
  /** As in the document's table. */
  readonly title: string;
  /** The least role that can do it; the manager's where absent. */
  readonly role?: "manager" | "admin";
  /** Whether the person is not signed in yet. */
  readonly isSignedOut?: boolean;
  /** Whether the page is open at the shop's address, which a phone can reach. */
  readonly isAtShop?: boolean;
  /** A problem that the browser's console reports, as it is part of the task. */
  readonly problem?: RegExp;
  /** What others have done before. */
  readonly prepare?: (shop: Shop) => Promise<void>;
  /** From the inventory, signed in, to the visible success. */
  readonly keyboard: Attempt;
  readonly touch: Attempt;
  /** Asserts what the service has then. */
  readonly expectDone: (shop: Shop, person: Person) => Promise<void>;
}

/** The first test of a file imports the sample. */
const TEST_MS_MAX = 180_000;

export function defineTask(task: Task): void {
  for (const hand of ["keyboard", "touch"] as const) {
    test(`${task.number}. ${task.title}, by ${hand}`, () => run(task, hand), TEST_MS_MAX);
  }
  afterAll(closeShops);
}

async function run(task: Task, hand: Hand): Promise<void> {
  const { number, title, role = "manager" } = task;
  await using shop = await Shop.open(role);
  await task.prepare?.(shop);
  await using tab = await DashboardTab.open(shop.service, { ...HANDS[hand], reducedMotion: "reduce" });
  if (task.problem !== undefined) tab.tab.expectProblem(task.problem);
  await begin(tab, shop, task);
  const person = new Person(tab.page);
  await task[hand](person, shop);
  await task.expectDone(shop, person);
  const violations = await accessibilityViolations(tab.page);
  if (violations.length > 0) throw new Error(violations.join("\n  "));
  compareWithTable({ task: number, title, hand, steps: person.steps });
}

/** The inventory, signed in: the focus is on its heading. */
async function begin(
  tab: DashboardTab,
  shop: Shop,
  { isSignedOut = false, isAtShop = false }: Task,
): Promise<void> {
  if (isSignedOut) return;
  if (isAtShop) {
    await tab.page.goto(await answerAtShop(tab, shop.service));
  }
  await tab.signIn(shop.key);
  await tab.page.locator("main h1:focus").waitFor();
  // Then the table has its rows and the panel its fields, and what the Tab key reaches does not change any more: names
  // come after the stock.
  await tab.page.locator(".cell.name", { hasText: /\w/ }).first().waitFor();
  if (!isAtShop) await tab.sees("Live");
}
