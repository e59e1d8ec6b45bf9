// The request ids that the service makes.

import { expect, test } from "bun:test";
import { requestIdOf } from "../../src/http/request-id.ts";

test("a made request id has 80 random bits in 16 characters, and none is made twice", () => {
  const ids = Array.from({ length: 2_000 }, () => requestIdOf(new Headers()));
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.filter((id) => !/^[0-9a-v]{16}$/.test(id))).toEqual([]);
  // Each of the 32 digits stands in each place: missing by chance has a probability of 32 × 16 × (31/32)^2000, or 10^-24.
  const places = Array.from({ length: 16 }, (_, place) => new Set(ids.map((id) => id[place])).size);
  expect(places).toEqual(Array.from({ length: 16 }, () => 32));
});
