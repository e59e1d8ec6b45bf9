// What a scanned or typed text means on the page of the stock-take.

import { describe, expect, test } from "bun:test";
import { newPetId, readCount } from "../../src/dashboard/count/scan.ts";

describe("a scanned or typed text", () => {
  test("is a count, unless it is a code: a scanner types into any field", () => {
    const isCode = (text: string) => text === "4006381333931";
    expect(readCount(" 12 ", isCode)).toEqual({ kind: "count", quantity: 12 });
    expect(readCount("4006381333931", isCode)).toMatchObject({
      kind: "error",
      message: "That was another scan. Enter the count of this pet first",
    });
    for (const text of ["", "x", "1.5", "-1", "99999999999"])
      expect(readCount(text, isCode).kind).toBe("error");
  });

  test("can be the id of a new pet if it is an integer of 64 bits", () => {
    expect(newPetId("007")).toBe(7n);
    expect(newPetId("9223372036854775807")).toBe(9223372036854775807n);
    for (const text of ["9223372036854775808", "X-1", ""]) expect(newPetId(text)).toBeUndefined();
  });
});
