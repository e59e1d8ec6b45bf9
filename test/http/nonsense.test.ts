// Promise 5 with randomly corrupted requests.

import { expect, setDefaultTimeout, test } from "bun:test";
import fc from "fast-check";
import { petstockOrThrow } from "../support/petstock.ts";
import { chunked, RawConnection, requestOf } from "../support/raw-http.ts";
import { TestService } from "../support/service.ts";
import { shared } from "../support/shared.ts";

setDefaultTimeout(60_000);

const LIST = { method: "GET", path: "/v1/inventory" } as const;
const ITEM = { method: "PATCH", path: "/v1/inventory/1" } as const;
const BODY = '{"quantity":5}';

const service = shared(await TestService.start({ rows: ["1,5,available", "2,0,sold"] }));
const key = await service.makeKey();
const authorization: [string, string] = ["Authorization", `Bearer ${key}`];
const requests = [
  requestOf(LIST, [authorization, ["Accept-Encoding", "gzip;q=0.5"], ["If-None-Match", '"a", W/"b"']]),
  requestOf(ITEM, [authorization, ["Content-Type", "application/json"], ["If-Match", '"5-available"']], BODY),
  requestOf(ITEM, [authorization, ["Transfer-Encoding", "chunked"]], chunked(BODY)),
];

interface Damage {
  readonly how: "replace" | "remove" | "repeat" | "insert";
  readonly at: number;
  readonly length: number;
  readonly bytes: Uint8Array;
}

const damage: fc.Arbitrary<Damage> = fc.record({
  how: fc.constantFrom("replace", "remove", "repeat", "insert"),
  at: fc.nat({ max: 300 }),
  length: fc.integer({ min: 1, max: 40 }),
  bytes: fc.uint8Array({ minLength: 1, maxLength: 12 }),
});

function damaged(request: Buffer, { how, at, length, bytes }: Damage): Buffer {
  const rest = request.subarray(at);
  const piece = { replace: bytes, insert: bytes, repeat: rest.subarray(0, length), remove: Buffer.alloc(0) }[
    how
  ];
  const after = how === "replace" || how === "remove" ? rest.subarray(length) : rest;
  return Buffer.concat([request.subarray(0, at), piece, after]);
}

test("a corrupted request is answered or dropped, and never causes a failure", async () => {
  const seen = new Set<string>();
  await fc.assert(
    fc.asyncProperty(
      fc.nat({ max: 2 }),
      fc.array(damage, { minLength: 1, maxLength: 4 }),
      async (which, damages) => {
        using connection = await RawConnection.open(service.url);
        connection.send(damages.reduce(damaged, requests[which] as Buffer));
        connection.finish();
        const status = /^HTTP\/1\.1 (\d+)/.exec(await connection.closed())?.[1] ?? "dropped";
        expect(status).not.toBeOneOf(["500", "502", "503", "504"]);
        seen.add(status);
      },
    ),
    { numRuns: 500 },
  );
  // The corruption must cause both accepted and refused requests, or the test would prove nothing.
  expect(seen.has("200") && seen.has("400") && seen.has("401")).toBe(true);
  expect((await service.list(key)).status).toBe(200);
  expect(service.log.filter(({ level }) => level === "error")).toEqual([]);
  await petstockOrThrow(["verify", "--database", service.databaseUrl]);
});
