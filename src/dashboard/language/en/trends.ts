// Texts of trends, and what is low.

import { counted, formatCount } from "../format.ts";
import { texts } from "../texts.ts";

const CHANGES = { one: "change", other: "changes" };

export const trendsText = texts("trends", {
  tryAgain: "Try again",
  failed: (reason: string) => `${reason}.`,

  // Pets that need attention.
  needsAttention: "Needs attention",
  nothingNeedsIt: "Nothing needs attention",
  loadingInventory: "Loading the inventory…",
  low: "Low stock",
  lowHint: "At or below the quantity that its label names as low, and not sold.",
  noneLeft: "Available, but none left",
  noneLeftHint: "Receive some, or mark the pet as sold.",
  soldInStock: "Sold, but in stock",
  soldInStockHint: "Correct the quantity, or the status.",
  showMore: (pets: number) => `Show more of the other ${counted(pets, { one: "pet", other: "pets" })}`,
  quantityOf: (pet: string) => `Quantity of ${pet}`,
  statusOf: (pet: string, status: string) => `Status of ${pet}: ${status}`,
  save: "Save",
  saving: "Saving…",
  notConfirmed: "Not confirmed; retrying",
  notSaved: (reason: string) => `Not saved: ${reason}`,
  setByOthers: (quantity: number) => `Not saved: someone else has set it to ${formatCount(quantity)}`,
  dismiss: "Dismiss",

  // Over time.
  overTime: "Over time",
  period: "Period",
  wholeHistory: "All",
  lastChange: "The last change was on {time}.",
  loadingTotals: "Loading the totals…",
  totalsFailed: "The totals could not be loaded",
  noHistory: "No history yet",
  firstChange: "The chart begins with the first change.",
  beginsThisHour: "The history begins with this hour. The charts appear with the second one.",
  beginsThisDay: "The history begins with this day. The charts appear with the second one.",
  beginsThisWeek: "The history begins with this week. The charts appear with the second one.",
  unitsInStock: "Units in stock",
  inAndOutByHour: "In and out by hour",
  inAndOutByDay: "In and out by day",
  inAndOutByWeek: "In and out by week",
  chart: (title: string, newest: string) => `${title}. ${newest}`,
  newest: (series: string, value: number) => `${series} now: ${formatCount(value)}`,
  from: "From",
  units: "Units",
  in: "In",
  out: "Out",
  unitsNow: "Units now",
  petsInStock: "Pets in stock",
  cameIn: "Came in",
  wentOut: "Went out",
  showFigures: "Show the figures",
  figures: "Figures",
  figuresByHour: "Stock at the end of each hour, and what came in and went out within it. Times are UTC.",
  figuresByDay: "Stock at the end of each day, and what came in and went out within it. Times are UTC.",
  figuresByWeek: "Stock at the end of each week, and what came in and went out within it. Times are UTC.",
  available: "Available",
  pending: "Pending",
  sold: "Sold",

  // By reason.
  byReason: "In and out by reason",
  reason: "Reason",
  reading: (changes: number) => `Reading the ledger: ${counted(changes, CHANGES)} so far`,
  readSince: (changes: number) => `From the newest ${counted(changes, CHANGES)}, since {time}.`,
  readMore: (changes: number) => `Read ${formatCount(changes)} more`,
  nothingMoved: "Nothing came in or went out in this period.",
});
