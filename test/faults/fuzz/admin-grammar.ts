// Requests of the Admin API for the fuzzer: a valid one of any operation, and mutations of its address, query and body.

import { type Grammar, MUTATIONS } from "./case.ts";
import { below, type Draft, draftOf, type Mutation, PET_IDS, pick, type Random, words } from "./draft.ts";

/** A part of a request that is drawn. */
type Drawn = (random: Random) => string;

interface Base {
  readonly method: string;
  /** Below `/admin/v1`. */
  readonly path: Drawn;
  /** Each is drawn with a chance of one half. */
  readonly query?: Readonly<Record<string, Drawn>>;
  /** By `Content-Type`. */
  readonly body?: Readonly<Record<string, Drawn>>;
}

const of =
  (...texts: readonly string[]): Drawn =>
  (random) =>
    pick(random, texts);
const petId: Drawn = of(...PET_IDS);
const revision: Drawn = (random) => `${1 + below(random, 60)}`;
const flag: Drawn = of("true", "false");
const quantity: Drawn = (random) => `${below(random, 50)}`;
const time: Drawn = of("2000-01-01T00:00:00Z", "2026-11-22T08:00:00%2B01:00", "2999-12-31T23:59:59.999Z");
const position: Drawn = (random) => encodeURIComponent(`W/"${below(random, 9)}-0123456789abcdef"`);
const status: Drawn = of("available", "pending", "sold");
const limit: Drawn = of("1", "2", "100", "1000");
const cursor: Drawn = of("5", "MTow", "abc", "MzoxMg");
const keyId: Drawn = of("unknown1", "00000000", "k7Qm2xW9");

const labelMembers = of("null", "{}", `{"name":"Rex","low":2}`, `{"code":null}`, `{"kind":" cat "}`);

const change: Drawn = (random) => {
  const expected = random() < 0.1 ? `,"ifLabel":${labelMembers(random)}` : "";
  const given = random() < 0.2 ? `,"label":${labelMembers(random)}` : "";
  const tag = random() < 0.2 ? `,"ifMatch":"\\"${quantity(random)}-available\\""` : "";
  const form = pick<Drawn>(random, [
    () => `"quantity":${quantity(random)}`,
    () => `"by":${below(random, 9) - 4}`,
    () => `"status":"${status(random)}"`,
    () => `"quantity":1,"status":"sold","create":true`,
    () => `"remove":true`,
    () => `"label":{"name":"Mia"}`,
  ])(random);
  const more = form.startsWith(`"label"`) ? "" : given;
  return `{"petId":${petId(random)},${form}${tag}${more}${expected}}`;
};

const list = (entry: Drawn, separator: string): Drawn => {
  return (random) => Array.from({ length: 1 + below(random, 4) }, () => entry(random)).join(separator);
};

const changeSet: Drawn = (random) =>
  `{"reason":"counted","note":"shelf 3","changes":[${list(change, ",")(random)}]}`;
const csvRow: Drawn = (random) => `${petId(random)},${quantity(random)},${status(random)}\n`;
const jsonRow: Drawn = (random) =>
  `{"petId":${petId(random)},"quantity":${quantity(random)},"status":"${status(random)}"}\n`;
const label: Drawn = (random) => `{"petId":${petId(random)},"name":"Rex","code":"4006381333931","low":2}`;

const BASES: readonly Base[] = [
  { method: "GET", path: of("/me", "/labels", "/keys") },
  { method: "GET", path: (random) => `/inventory/${petId(random)}` },
  { method: "GET", path: of("/changes"), query: { since: position } },
  { method: "GET", path: of("/revisions"), query: { before: cursor, limit } },
  {
    method: "GET",
    path: of("/movements"),
    query: {
      petId,
      revision,
      key: of("till", "%C3%A9"),
      reason: of("sold", "import"),
      since: time,
      until: time,
      after: cursor,
      limit,
    },
  },
  {
    method: "GET",
    path: of("/totals"),
    query: { since: time, until: time, step: of("hour", "day", "week") },
  },
  {
    method: "POST",
    path: of("/revisions"),
    query: { dryRun: flag },
    body: { "application/json": changeSet },
  },
  {
    method: "POST",
    path: of("/revisions"),
    query: { dryRun: flag, replace: flag, ifUnchangedSince: position },
    body: {
      "text/csv": (random) => `petId,quantity,status\n${list(csvRow, "")(random)}`,
      "application/x-ndjson": list(jsonRow, ""),
    },
  },
  {
    method: "POST",
    path: (random) => `/revisions/${revision(random)}/undo`,
    query: { dryRun: flag, skipChanged: flag },
  },
  {
    method: "PUT",
    path: of("/labels"),
    query: { replace: flag },
    body: {
      "application/json": (random) => `{"labels":[${list(label, ",")(random)}]}`,
      "text/csv": (random) => `petId,name,kind,code,low\n${petId(random)},Rex,dog,1,2\n`,
    },
  },
  {
    method: "POST",
    path: of("/keys"),
    body: {
      "application/json": of(
        '{"name":"till","role":"clerk","account":"a","expiresIn":"90d"}',
        '{"name":"Ana","role":"reader","linkValidFor":"15m"}',
      ),
    },
  },
  {
    method: "POST",
    path: of("/sign-in"),
    query: { dryRun: flag },
    body: { "application/json": of('{"code":"0123456789abcdefghijkl"}', '{"code":"x"}') },
  },
  { method: "POST", path: (random) => `/keys/${keyId(random)}/link`, query: { validFor: of("15m", "8d") } },
  {
    method: "POST",
    path: (random) => `/keys/${keyId(random)}/rotate`,
    query: { overlap: of("0s", "24h"), linkValidFor: of("15m", "0s") },
  },
  { method: "DELETE", path: (random) => `/keys/${keyId(random)}`, query: { force: flag } },
  { method: "OPTIONS", path: of("/me", "/keys", "/revisions/1/undo", "/inventory/1") },
  { method: "HEAD", path: of("/me", "/labels", "/movements", "/totals") },
];

function validDraft(id: string, random: Random): Draft {
  const { method, path, query = {}, body = {} } = pick(random, BASES);
  const key = random() < 0.8 ? "{key}" : pick(random, ["{readOnly}", "{readOnly}", "{revoked}", "{unknown}"]);
  const drawn = Object.entries(query)
    .filter(() => random() < 0.5)
    .map(([name, value]) => `${name}=${value(random)}`);
  const target = `/admin/v1${path(random)}${drawn.length === 0 ? "" : `?${drawn.join("&")}`}`;
  const draft = draftOf({ method, target, key, id });
  const bodies = Object.entries(body);
  if (bodies.length > 0) {
    const [type, text] = pick(random, bodies);
    draft.body = Buffer.from(text(random));
    draft.chunked = random() < 0.2;
    if (type !== "application/json" || random() < 0.7) draft.headers.push(["Content-Type", type]);
    if (random() < 0.2) draft.headers.push(["Idempotency-Key", `once-${below(random, 100)}`]);
  }
  return draft;
}

const VALUES = words(`
  0 -1 1.5 01 1e3 true TRUE null %00 %ff % %22 é __proto__
  9223372036854775807 9223372036854775808 9007199254740993
  2026-02-30T00:00:00Z -000001-01-01T00:00:00Z 0000-01-01T00:00:00Z W/%220-%22
`).concat("", "a b", "a".repeat(300));
const NAMES = words("a limit Limit petId __proto__ constructor since dryRun force %00").concat("");
const SEGMENTS = words("keys revisions undo rotate link sign-in 0 -1 1 %00 %2F .. %ff").concat(
  "9".repeat(30),
  "",
);

/** Changes, adds, repeats or removes a parameter. */
const onQuery: Mutation = (draft, random) => {
  const [path = "", query = ""] = draft.target.split("?");
  const parameters = query === "" ? [] : query.split("&");
  const at = below(random, parameters.length + 1);
  const [name = pick(random, NAMES)] = (parameters[at] ?? pick(random, NAMES)).split("=");
  const other = `${random() < 0.8 ? name : pick(random, NAMES)}=${pick(random, VALUES)}`;
  parameters.splice(at, pick(random, [0, 1, 1]), ...pick(random, [[other], [other], [other, other], []]));
  draft.target = `${path}?${parameters.join("&")}`;
  if (/[^\x21-\x7e]/.test(draft.target))
    for (const one of ["400", "505", "closed"] as const) draft.refusals.add(one);
};

/** Replaces, adds or removes a part of the path. */
const onPath: Mutation = (draft, random) => {
  const segments = draft.target.split("/");
  const at = 3 + below(random, Math.max(1, segments.length - 3));
  segments.splice(
    at,
    pick(random, [0, 1, 1]),
    ...pick(random, [[pick(random, SEGMENTS)], [pick(random, SEGMENTS)], []]),
  );
  draft.target = segments.join("/");
};

export const ADMIN_GRAMMAR: Grammar = {
  validDraft,
  mutations: [
    ...MUTATIONS,
    ...Array.from({ length: 12 }, () => onQuery),
    ...Array.from({ length: 6 }, () => onPath),
  ],
};
