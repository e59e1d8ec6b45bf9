// The text of a request's body: read as exact JSON, and its values shown in messages.

import type { ErrorCode } from "./errors.ts";
import { DuplicateMemberError, JsonNumber, JsonSyntaxError, type JsonValue, parseJson } from "./json.ts";

/** A body that breaks the contract: one of its codes for 400, and a message that says what to do. */
export class InvalidBodyError extends Error {
  override readonly name = "InvalidBodyError";
  readonly code: ErrorCode;

  constructor(code: ErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

/** Reads a JSON text exactly. Throws InvalidBodyError; `hint` says what to send. */
export function readJson(text: string, hint: string): JsonValue {
  try {
    return parseJson(text);
  } catch (error) {
    throw toInvalidBody(error, text, hint);
  }
}

/** The error of a body whose text was refused by the JSON reader; any other error unchanged. */
export function toInvalidBody(error: unknown, text: string, hint: string): unknown {
  if (error instanceof DuplicateMemberError) {
    const message = `${quoted(error.member)} is there twice; send it once. ${hint}`;
    return new InvalidBodyError("duplicate_field", message);
  }
  if (!(error instanceof JsonSyntaxError)) return error;
  const what = text.trim() === "" ? "The body is empty" : `The body is no JSON: ${error.message}`;
  return new InvalidBodyError("invalid_json", `${what}. ${hint}`);
}

/** A short description of a value, to show the client its own mistake. */
export function show(value: JsonValue): string {
  if (Array.isArray(value)) return "an array";
  if (value instanceof JsonNumber) return value.text.slice(0, 40);
  if (typeof value === "bigint") return String(value);
  if (typeof value === "string") return `the text ${quoted(value)}`;
  return value === null || typeof value !== "object" ? String(value) : "an object";
}

export function quoted(text: string): string {
  return JSON.stringify(text.slice(0, 40));
}
