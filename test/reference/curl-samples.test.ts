// The curl samples that the reference makes for the Admin API: each is a valid request to this server, and can be sent again.

import { expect, setDefaultTimeout, test } from "bun:test";
import { adminApiDocument } from "../../src/contract/document.ts";
import { type ShownDocument, shownDocument } from "../../src/reference/try/shown-document.ts";
import { Newcomer } from "../docs/newcomer.ts";
import { environment } from "../support/petstock.ts";
import { shared } from "../support/shared.ts";

setDefaultTimeout(60_000);

const newcomer = await shared(await Newcomer.start());

interface Sampled {
  readonly operationId: string;
  readonly "x-codeSamples": readonly { readonly source: string }[];
}

/** By the operation, the start of its answer, where it is not 200. */
const OTHER: Readonly<Record<string, string>> = {
  // The pets of the sample have changed since: nothing of a reader is taken back.
  undoRevision: "409 changed_since",
  createHook: "201",
  updateHook: "404 hook_not_found",
  deleteHook: "404 hook_not_found",
  testHook: "404 hook_not_found",
  rotateHook: "404 hook_not_found",
  createKey: "201",
  rotateKey: "404 key_not_found",
  renewLink: "404 key_not_found",
  revokeKey: "404 key_not_found",
  signIn: "404 link_not_found",
};

test.each(["first", "second"])("each sample is answered as its operation is, the %s time", async () => {
  const place = { origin: newcomer.url, prefix: "/admin/v1", path: "/admin/openapi" };
  const { paths } = shownDocument(adminApiDocument() as unknown as ShownDocument, place);
  const operations = Object.values(paths).flatMap((item) => Object.values(item) as unknown as Sampled[]);
  expect(operations.length).toBeGreaterThan(10);
  for (const { operationId, "x-codeSamples": samples } of operations) {
    const source = samples[0]!.source.replace("curl", "curl -sS -w '\\n%{http_code}'");
    const child = Bun.spawn(["sh", "-c", source], {
      env: environment({ PETSTOCK_KEY: newcomer.key }),
      stderr: "pipe",
    });
    const [stdout, stderr] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
    const [body = "", status] = stdout.split("\n");
    const code = (JSON.parse(body) as { code?: string }).code;
    const answer = [status, code].filter(Boolean).join(" ");
    expect([operationId, answer, stderr]).toEqual([operationId, OTHER[operationId] ?? "200", ""]);
  }
});
