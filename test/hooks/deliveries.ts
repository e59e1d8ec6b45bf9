// Hooks of a service under test.

import { expect } from "bun:test";
import type { TestService } from "../support/service.ts";
import type { TestReceiver } from "./receiver.ts";

export const HOOKS = "/admin/v1/hooks";

export interface Hook {
  readonly id: string;
  readonly state: string;
  readonly lag: number;
  readonly position: string;
  readonly secret: string;
  readonly answer: { readonly status: number | null; readonly problem: string | null } | null;
  readonly failure: { readonly attempts: number } | null;
  readonly pause: { readonly reason: string } | null;
}

export async function createHook(
  service: TestService,
  key: string,
  receiver: TestReceiver,
  events: readonly string[],
): Promise<Hook> {
  const body = JSON.stringify({ name: "ERP", url: receiver.url, events });
  const answer = await service.ask("POST", HOOKS, { key, body });
  if (answer.status !== 201) throw new Error(answer.text);
  const hook = answer.json as unknown as Hook;
  receiver.secret = hook.secret;
  return hook;
}

export async function listed(service: TestService, key: string): Promise<readonly Hook[]> {
  const { json, text } = await service.ask("GET", HOOKS, { key });
  expect(text).not.toContain("whsec_");
  return (json as unknown as { hooks: readonly Hook[] }).hooks;
}
