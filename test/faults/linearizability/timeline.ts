// A history as a picture: a line for each operation, time from left to right, a column for each call and each answer.

import { check } from "./checker.ts";
import {
  type Answer,
  type Call,
  type History,
  isReply,
  type Operation,
  type PetChange,
  type Stocks,
} from "./history.ts";
import { smallestWindow } from "./window.ts";

/** Describes a history that was not accepted: the part that proves it, then the whole. */
export function explain(history: History): string {
  if (check(history).kind === "gave_up") return `The search for an order gave up.\n${timeline(history)}`;
  const window = smallestWindow(history);
  const { order } = check(window);
  const longest = order.map(({ id }) => id).join(", ");
  return [
    "No order of these operations explains the answers of their clients:",
    timeline(window),
    `The longest possible order is ${longest || "empty"}; no operation fits after it.`,
    "",
    "The whole history:",
    timeline(history),
  ].join("\n");
}

export function timeline({ initial, operations }: History): string {
  const moments = operations.flatMap(({ sentAt, answeredAt }) => [sentAt, answeredAt]);
  const columns = [...new Set(moments.filter(Number.isFinite))].toSorted((a, b) => a - b);
  const rows = operations.map(({ id, client, server, call, answer }) => [
    id,
    client,
    server,
    wordsOf(call),
    answerWords(answer),
  ]);
  const widths = [0, 1, 2, 3, 4].map((i) => Math.max(...rows.map((row) => row[i]!.length), 0));
  const lines = rows.map((row, index) => {
    const cells = row.map((cell, i) => cell.padEnd(widths[i]!));
    return `${cells.join("  ")}  ${bar(operations[index]!, columns)}`.trimEnd();
  });
  return [`at first: ${stocksWords(initial)}`, ...lines].join("\n");
}

/** `├──┤`, with an open end if there was no answer. */
function bar({ sentAt, answeredAt }: Operation, columns: readonly number[]): string {
  const from = columns.indexOf(sentAt);
  const to = Number.isFinite(answeredAt) ? columns.indexOf(answeredAt) : columns.length;
  const end = Number.isFinite(answeredAt) ? "┤" : "→";
  return `${" ".repeat(from)}├${"─".repeat(to - from - 1)}${end}`;
}

function wordsOf(call: Call): string {
  if (call.kind === "list") return call.conditional ? "list if changed" : "list";
  if (call.kind === "event") return "event";
  if (call.kind === "labels") return "labels";
  if (call.kind === "put") return `put ${call.names.map(([petId, name]) => `${petId}: ${name}`).join("; ")}`;
  if (call.kind === "set") return `${call.petId} := ${call.quantity} ${call.status}`;
  const dryRun = "dryRun" in call && call.dryRun ? "try " : "";
  if (call.kind === "undo") return `${dryRun}undo ${call.of}${call.skipChanged ? " skipping" : ""}`;
  if (call.kind === "apply") {
    return `${dryRun}set ${call.changes.map(changeWords).join("; ")}${onceWords(call.once)}`;
  }
  const { petId, quantity, ifMatch, once } = call;
  const guard = ifMatch === undefined ? "" : ` if ${ifMatch === "*" ? "*" : ifMatch.join(" or ")}`;
  return `${petId} := ${quantity}${guard}${onceWords(once)}`;
}

function onceWords(once: string | undefined): string {
  return once === undefined ? "" : ` once ${once}`;
}

function changeWords({ label, ifLabel, ...change }: PetChange): string {
  if (label === undefined) return stockWords(change);
  const guard = ifLabel === undefined ? "" : ` if named ${ifLabel}`;
  return `${stockWords(change)} named ${label}${guard}`;
}

function stockWords({ petId, quantity, by, status, create, remove, ifMatch }: PetChange): string {
  const guard = ifMatch === undefined ? "" : ` if ${ifMatch}`;
  if (remove) return `remove ${petId}${guard}`;
  if (by !== undefined) return `${petId} += ${by}${guard}`;
  return `${create ? "create " : ""}${petId} := ${[quantity, status].filter((each) => each !== undefined).join(" ")}${guard}`;
}

function answerWords(answer: Answer): string {
  if (!isReply(answer)) return answer;
  const words = [answer.report ?? "", stocksWords(answer.stocks), stocksWords(answer.labels ?? new Map())];
  return [answer.says, ...words].filter(Boolean).join(" ");
}

function stocksWords(stocks: Stocks): string {
  return [...stocks].map(([petId, tag]) => `${petId}:${tag}`).join(" ");
}
