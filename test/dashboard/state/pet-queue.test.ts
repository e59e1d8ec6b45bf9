// The queue of updates: in order for one pet, at the same time for different pets.

import { expect, test } from "bun:test";
import { PetQueue } from "../../../src/dashboard/edits/pet-queue.ts";

test("updates of one pet run one after the other, also after a failure; other pets do not wait", async () => {
  const queue = new PetQueue();
  const started: string[] = [];
  const first = Promise.withResolvers<void>();
  const run = (petId: bigint, name: string, until: Promise<void> = Promise.resolve()) =>
    queue.run(petId, async () => {
      started.push(name);
      await until;
      return name;
    });
  const failed = run(1n, "first", first.promise);
  const second = run(1n, "second");
  expect(await run(2n, "other")).toBe("other");
  expect(started).toEqual(["first", "other"]);
  first.reject(new Error("no network"));
  await expect(failed).rejects.toThrow("no network");
  expect(await second).toBe("second");
  expect(await run(1n, "third")).toBe("third");
});
