// The body of a request in pieces: every byte up to the limit, and an error instead of a body that looks complete.

import { expect, test } from "bun:test";
import { bodyPieces } from "../../src/http/body-pieces.ts";

const LIMIT = { bytesMax: 10, advice: "Send less." };

function request(body: ReadableStream | string, headers: Record<string, string> = {}): Request {
  return new Request("http://petstock.example/", { method: "PUT", body, headers });
}

function streamOf(...pieces: readonly (string | Error)[]): ReadableStream {
  const rest = [...pieces];
  return new ReadableStream({
    pull(controller) {
      const piece = rest.shift();
      if (piece === undefined) controller.close();
      else if (piece instanceof Error) controller.error(piece);
      else controller.enqueue(new TextEncoder().encode(piece));
    },
  });
}

async function read(from: Request): Promise<string> {
  const pieces = await Array.fromAsync(bodyPieces(from, LIMIT));
  return Buffer.concat(pieces).toString();
}

test("a body up to the limit comes whole, in any number of pieces", async () => {
  expect(await read(request("0123456789"))).toBe("0123456789");
  expect(await read(request(streamOf("01234", "56789")))).toBe("0123456789");
  expect(await read(request(""))).toBe("");
});

test("a body beyond the limit is refused, by its declared length before the first piece", async () => {
  await expect(read(request(streamOf("01234", "567890")))).rejects.toMatchObject({ code: "body_too_large" });
  const declared = request(streamOf(new Error("read")), { "Content-Length": "11" });
  await expect(read(declared)).rejects.toMatchObject({ code: "body_too_large" });
});

test("a body that breaks off is an error, not a shorter body", async () => {
  await expect(read(request(streamOf("0123", new Error("reset"))))).rejects.toMatchObject({
    code: "invalid_changes",
  });
});
