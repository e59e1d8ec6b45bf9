// The tools, apart from the protocol.

import type * as z from "../../vendor/mcp/sdk.js";
import type { Role } from "../inventory/role.ts";
import type { PetstockAdmin } from "../client/admin.ts";

export interface Tool<Input extends z.ZodObject = z.ZodObject> {
  readonly name: string;
  readonly title: string;
  /** For the model: what it does, when to use it, what to do next. */
  readonly description: string;
  /** The least role whose keys may use it; others do not see it. */
  readonly role: Role;
  /** Whether it can change the inventory. */
  readonly writes: boolean;
  readonly input: Input;
  /** The answer, as data; ids are bigints. Throws a `ToolError` or what the client throws. */
  run(input: z.output<Input>): Promise<unknown>;
}

/** The call cannot be answered; the message says why, and what the model can do next. */
export class ToolError extends Error {
  override readonly name = "ToolError";
}

/** The operations of the client that the tools use. Each throws its `RequestError`. */
export type Service = Pick<
  PetstockAdmin,
  "snapshot" | "changes" | "entry" | "labels" | "movementPage" | "revisionPage" | "applyChanges" | "undo"
>;
