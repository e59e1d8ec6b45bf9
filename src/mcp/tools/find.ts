// The tool find: pets by id, or by what people call them.

import * as z from "../../../vendor/mcp/sdk.js";
import type { Inventory } from "../inventory.ts";
import { type Pet, petOf } from "../pet.ts";
import { labelledPage, pageOf } from "../pets.ts";
import { type Service, type Tool, ToolError } from "../tool.ts";
import { cursor, limit, petId, status } from "./inputs.ts";

const TEXT_CHARS_MAX = 200;
const text = z.string().min(1).max(TEXT_CHARS_MAX).optional();

const input = z.strictObject({
  petId: petId.optional(),
  text: text.describe("part of the name, the kind or the code, in any case"),
  name: text.describe("part of the name, in any case"),
  kind: text.describe("part of the kind, in any case, such as dog"),
  code: text.describe("the whole code, such as a barcode"),
  status: status.optional(),
  limit,
  cursor,
});

type Wanted = Pick<z.output<typeof input>, "text" | "name" | "kind" | "code" | "status">;

export function findTool(inventory: Inventory, service: Pick<Service, "entry">): Tool<typeof input> {
  return {
    name: "find",
    title: "Find pets",
    description:
      "Finds pets by id, or by name, kind, code and status; all that you give must match. With petId the answer has the " +
      "revision that changed the pet last.",
    role: "reader",
    writes: false,
    input,
    async run({ petId: id, limit: atMost, cursor: after, ...wanted }) {
      if (id !== undefined) {
        const { revision, label, ...item } = await service.entry(id);
        const pet = petOf(item, label ?? undefined);
        return { matching: 1, pets: [{ ...pet, revision }], next: null };
      }
      if (Object.values(wanted).every((value) => value === undefined)) {
        throw new ToolError("Give petId, text, name, kind, code or status. To see all pets, use list.");
      }
      const page = { limit: atMost, cursor: after };
      const { status: wantedStatus, ...ofLabel } = wanted;
      if (Object.values(ofLabel).some((value) => value !== undefined))
        return pageOf(inventory.labelled(wanted.code), matcherOf(wanted), page);
      const found = await pageOf(inventory.items(), ({ status: actual }) => actual === wantedStatus, page);
      return labelledPage(found, inventory);
    },
  };
}

function matcherOf({ text: any, name, kind, code, status: wanted }: Wanted): (pet: Pet) => boolean {
  const [anyPart, namePart, kindPart] = [any, name, kind].map((part) => part?.toLowerCase());
  return (pet) =>
    (wanted === undefined || pet.status === wanted) &&
    (code === undefined || pet.code === code) &&
    contains([pet.name], namePart) &&
    contains([pet.kind], kindPart) &&
    contains([pet.name, pet.kind, pet.code], anyPart);
}

function contains(values: readonly (string | undefined)[], part: string | undefined): boolean {
  return part === undefined || values.some((value) => value?.toLowerCase().includes(part) === true);
}
