// Mutations of a request's first line: method, address, version.

import { below, type Draft, type Mutation, pick, type Random, type Refusal, words } from "./draft.ts";

/** Methods that the runtime knows and passes to the service. */
const KNOWN_METHODS = words(`
  GET HEAD POST PUT DELETE PATCH OPTIONS TRACE
  PROPFIND PURGE REPORT SEARCH MKCOL COPY LOCK M-SEARCH SUBSCRIBE
`);
const ODD_METHODS = ["BREW", "get", "Patch", "G", "GETT", "PATCHPATCH", "\xff", "GET\t", "", "1", "{}"];

const IDS = words(`
  00 01 -0 +1 --1 - 1.0 1e3 0x1 1_0 1,2 null * NaN undefined
  9223372036854775807 9223372036854775808 -9223372036854775808 -9223372036854775809
  9007199254740993 18446744073709551616
  %31 %2531 %00 1%00 %2F 1%2F2 % %z %zz %ff %EF%BC%91 %20 1%0D%0A
  .. . %2e%2e %2E ... 1;a=b 1:2 @ [1] {1} | \\ ^ \` '1' "1"
  __proto__ constructor toString hasOwnProperty 1? 1?quantity=9 ? 1#2 #
`).concat("9".repeat(400), "0".repeat(300));

const PATHS = words(`
  / // /// /. /.. /* /:petId /__proto__ /constructor /favicon.ico /metrics /.env /openapi.yaml
  /v1 /v1/ /v1/inventory/ //v1/inventory /v1//inventory /V1/inventory /v1/pets/1 /v1/store/orders
  /v1/inventory// /v1/inventory//1 /v1/inventory/1/ /v1/inventory/1/2
  /v1/inventory/* /v1/inventory/:petId /v1/inventory.json
  /v1/../livez /v1/inventory/../../livez /./livez /livez/. /livez/ /livez/.. /livez;a
  /%6civez /livez%00 /livez%3Fa /v1%2Finventory /v1/%69nventory /v1/inventory%20
`);

const QUERIES = words("? ?a ?a=b&a=b ?% ?api_key={key} ?_=1 ?? ?\xe4=\xff ?/v1/inventory ?# ?a#b");

/** Addresses in other forms than the usual one (RFC 9112, section 3.2). */
const FORMS = words(
  "http://petstock.example https://other.example:443 http://user:pw@host http://[::1]:80 HTTP://X",
);

/** Invalid addresses: empty, of no known form, or with spaces. */
const NO_TARGETS = words("* livez petstock.example:80 ftp://x/livez \\livez /\x00 /\x7f").concat([
  "",
  " ",
  "/a b",
  "/livez HTTP/1.1",
  "/\t",
]);

const VERSIONS: readonly (readonly [version: string, ...refusals: Refusal[]])[] = [
  ["HTTP/1.0"],
  ["HTTP/1.2", "400", "505"],
  ["HTTP/2.0", "400", "505"],
  ["HTTP/3", "400", "505"],
  ["HTTP/0.9", "400", "505"],
  ["http/1.1", "400", "505"],
  ["HTTP/1.1 ", "400", "505"],
  ["HTTP/11", "400", "505"],
  ["HTTP/", "400", "505"],
  ["", "400", "505"],
  ["FTP/1.1", "400", "505"],
];

const LENGTHS = [7_000, 8_100, 8_200, 15_000, 30_000];
/** Longer than the runtime's limit for a head. */
const LENGTH_REFUSED = 34_000;

function doubt(draft: Draft, ...refusals: Refusal[]): void {
  for (const refusal of refusals) draft.refusals.add(refusal);
}

function withId(draft: Draft, id: string): void {
  draft.target = `/v1/inventory/${id}`;
}

function insert(text: string, piece: string, random: Random): string {
  const at = 1 + below(random, text.length);
  return text.slice(0, at) + piece + text.slice(at);
}

/** Percent-encodes one character, which may be a slash. */
function encoded(text: string, random: Random): string {
  const at = 1 + below(random, Math.max(1, text.length - 1));
  const code = text.charCodeAt(at);
  if (!(code < 256)) return text;
  return `${text.slice(0, at)}%${code.toString(16).padStart(2, "0")}${text.slice(at + 1)}`;
}

export const REQUEST_LINE: readonly Mutation[] = [
  (draft, random) => {
    draft.method = pick(random, KNOWN_METHODS);
  },
  (draft, random) => {
    draft.method = pick(random, ODD_METHODS);
    doubt(draft, "400", "505", "closed");
  },
  (draft, random) => withId(draft, pick(random, IDS)),
  (draft, random) => withId(draft, pick(random, IDS)),
  (draft, random) => withId(draft, `${BigInt.asIntN(70, BigInt(Math.floor(random() * 2 ** 53)) ** 2n)}`),
  (draft, random) => {
    draft.target = pick(random, PATHS);
  },
  (draft, random) => {
    draft.target += pick(random, QUERIES);
  },
  (draft, random) => {
    draft.target = pick(random, FORMS) + draft.target;
  },
  (draft, random) => {
    draft.target = pick(random, NO_TARGETS);
    doubt(draft, "400", "505", "closed");
  },
  (draft, random) => {
    draft.target = encoded(draft.target, random);
  },
  (draft, random) => {
    draft.target = insert(
      draft.target,
      pick(random, ["/", "//", ".", "%", "%2F", "+", "~", "=", "&"]),
      random,
    );
  },
  (draft, random) => {
    const byte = String.fromCharCode(128 + below(random, 128));
    draft.target = insert(draft.target, byte, random);
  },
  (draft, random) => {
    const [version, ...refusals] = pick(random, VERSIONS);
    draft.version = version;
    doubt(draft, ...refusals);
  },
  (draft, random) => {
    const length = pick(random, LENGTHS);
    draft.target += (random() < 0.5 ? "?" : "") + "a".repeat(length);
  },
  (draft, random) => {
    // Rarely, since long addresses are slow to send.
    if (random() > 0.05) return;
    draft.target += "a".repeat(LENGTH_REFUSED);
    doubt(draft, "431");
  },
];
