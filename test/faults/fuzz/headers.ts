// Mutations of a request's headers: odd values, repeated and missing ones, too long and too many.

import { below, type Draft, type Mutation, pick, type Random, type Refusal, words } from "./draft.ts";
import { BROKEN, CODINGS, LENGTHS, VALUES } from "./header-values.ts";

const NAMES = Object.keys(VALUES);
/** Headers that the service or the runtime reads. */
const TELLING = words(`
  If-Match If-None-Match Accept-Encoding Content-Type Content-Encoding Idempotency-Key
  Authorization Authorization X-Request-Id Expect Connection Host X-Forwarded-For Origin
`);

/** All that the runtime may do with an unreadable request. */
const ANY: readonly Refusal[] = ["400", "431", "505", "closed"];

function remove(draft: Draft, name: string): void {
  draft.headers = draft.headers.filter(([other]) => other.toLowerCase() !== name.toLowerCase());
  if (name.toLowerCase() === "host") draft.refusals.add("400");
}

function add(draft: Draft, name: string, value: string, random: Random): void {
  draft.headers.splice(below(random, draft.headers.length + 1), 0, [name, value]);
}

function changeCase(text: string, random: Random): string {
  return [...text].map((char) => (random() < 0.5 ? char.toUpperCase() : char.toLowerCase())).join("");
}

function replace(draft: Draft, random: Random): void {
  const name = pick(random, random() < 0.75 ? TELLING : NAMES);
  draft.headers = draft.headers.filter(([other]) => other !== name);
  add(draft, name, pick(random, VALUES[name] ?? []), random);
}

function framing(name: string, values: readonly string[]): Mutation {
  return (draft, random) => {
    add(draft, name, pick(random, values), random);
    for (const refusal of ANY) draft.refusals.add(refusal);
  };
}

export const HEADERS: readonly Mutation[] = [
  replace,
  replace,
  replace,
  (draft, random) => {
    const name = pick(random, random() < 0.75 ? TELLING : NAMES);
    add(draft, name, pick(random, VALUES[name] ?? []), random);
    // A repeated header may be refused if the standard says so.
    if (name === "Host") draft.refusals.add("400");
  },
  (draft, random) => {
    const [name] = pick(random, draft.headers.length === 0 ? [["Host", ""] as const] : draft.headers);
    remove(draft, name);
  },
  (draft, random) => remove(draft, pick(random, ["Authorization", "Content-Type", "X-Request-Id"])),
  (draft, random) => {
    draft.headers = draft.headers.map(([name, value]) => [changeCase(name, random), value]);
  },
  (draft, random) => {
    draft.headers = draft.headers.map(([name, value]) => [
      name,
      `${pick(random, [" ", "\t", ""])}${value} \t`,
    ]);
  },
  (draft, random) => {
    const name = pick(random, [...NAMES, "X-Long"]);
    add(draft, name, "a".repeat(pick(random, [4_000, 16_000, 17_000, 40_000])), random);
    if (name === "Host") draft.refusals.add("400");
  },
  (draft, random) => {
    const count = pick(random, [50, 150, 190]);
    for (let at = 0; at < count; at++) draft.headers.push([`X-${at}`, "a".repeat(below(random, 120))]);
    if (draft.headers.length > 190) for (const refusal of ANY) draft.refusals.add(refusal);
  },
  (draft, random) => {
    if (random() > 0.05) return;
    if (random() < 0.5) add(draft, "X-Long", "a".repeat(34_000), random);
    else for (let at = 0; at < 210; at++) draft.headers.push(["X", "a"]);
    draft.refusals.add("431");
  },
  (draft, random) => {
    const [name, value] = pick(random, BROKEN);
    add(draft, name, value, random);
    for (const refusal of ANY) draft.refusals.add(refusal);
  },
  framing("Content-Length", LENGTHS),
  framing("Transfer-Encoding", CODINGS),
];
