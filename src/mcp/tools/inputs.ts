// Inputs that several tools have. The messages are for the model, which corrects its call by them.

import * as z from "../../../vendor/mcp/sdk.js";
import { parsePetId, PET_STATUSES, QUANTITY_MAX } from "../../contract/item-json.ts";

/** Some 10 KB: what an answer may cost of a model's context. */
const LIMIT_MAX = 100;
const CURSOR_CHARS_MAX = 512;

const PET_ID = "a pet's id: an integer, or a string of digits; beyond 2^53 - 1 only a string";
const PET_ID_RULE = `must be ${PET_ID}`;

/**
 * An int64. A number beyond 2^53 - 1 is refused, because programs between the model and this one round such numbers, and a
 * rounded id is another pet.
 */
export const petId = z
  .union([z.int(PET_ID_RULE), z.string().regex(/^(0|-?[1-9][0-9]{0,18})$/, PET_ID_RULE)], PET_ID_RULE)
  .transform((value, context) => {
    const id = parsePetId(String(value));
    if (id !== undefined) return id;
    context.addIssue({ code: "custom", message: "is not a 64-bit integer" });
    return z.NEVER;
  })
  .describe(PET_ID);

export const status = z.enum(PET_STATUSES);

export const quantity = z.int().min(0).max(QUANTITY_MAX);

export const limit = z.int().min(1).max(LIMIT_MAX).default(20).describe("the most results in one answer");

export const cursor = z
  .string()
  .max(CURSOR_CHARS_MAX)
  .optional()
  .describe("the next page: `next` of the answer before");

export const revision = z.int().min(1).describe("a revision's number, as in the history");

export const confirm = z
  .string()
  .optional()
  .describe("`confirm` of the preview, once the user agrees; without it nothing is changed");
