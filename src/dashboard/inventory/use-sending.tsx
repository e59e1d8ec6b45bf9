// Sends a planned change from a dialog: its progress, and why it failed.

import { useEffect, useRef, useState } from "preact/hooks";
import { type LedgerOptions, PetstockError, RequestError } from "../../client/client.ts";
import { randomKey } from "../../client/idempotency-key.ts";
import type { Dashboard } from "../app/dashboard.ts";
import { changeSetFailure } from "../edits/changes.ts";
import type { Plan } from "./planned-changes.ts";
import { PlanError, sendPlan } from "./send-plan.ts";
import { WorkProgress } from "../ui/work-progress.tsx";

interface SentPlan extends LedgerOptions {
  readonly title: string;
}

export function useSending(dashboard: Dashboard, onSent: () => void) {
  const [failure, setFailure] = useState<string>();
  const [isSending, setSending] = useState(false);
  const [attempts, setAttempts] = useState(0);
  const [readPart, setReadPart] = useState<number>();
  const stopper = useRef<AbortController>(undefined);
  const idempotencyKey = useRef(randomKey());
  useEffect(() => () => stopper.current?.abort(), []);
  const send = async (plan: Plan, options: SentPlan): Promise<void> => {
    if (isSending) return;
    const offline = dashboard.store.state.offlineSince;
    if (offline !== undefined) {
      return setFailure(
        "There is no connection. Changes of several pets need one: try again when it is back",
      );
    }
    const controller = new AbortController();
    stopper.current = controller;
    setSending(true);
    setFailure(undefined);
    setReadPart(undefined);
    try {
      await sendPlan(plan, {
        dashboard,
        ...options,
        idempotencyKey: idempotencyKey.current,
        signal: controller.signal,
        onRead: setReadPart,
      });
      onSent();
    } catch (error) {
      // After a lost answer the next attempt has the same key, so that an adjustment is not applied twice.
      if (!controller.signal.aborted && !isOutcomeUnknown(error)) idempotencyKey.current = randomKey();
      setFailure(failureOf(error, controller.signal));
      setAttempts((count) => count + 1);
    } finally {
      setSending(false);
    }
  };
  return {
    isSending,
    failure,
    attempts,
    /** How much of the inventory was read before a large change is sent, from 0 to 1; undefined where nothing is read. */
    readPart,
    send: (plan: Plan, options: SentPlan): void => void send(plan, options),
    stop: () => stopper.current?.abort(new Error("stopped")),
  };
}

/** Also of a later attempt: the service then still has the result of the first. */
function isOutcomeUnknown(error: unknown): boolean {
  return isAppliedBefore(error) || (error instanceof RequestError && error.mayBeApplied);
}

/** The same key with another content: the service stores a key only with a success. */
function isAppliedBefore(error: unknown): boolean {
  return error instanceof PetstockError && error.code === "idempotency_mismatch";
}

function failureOf(error: unknown, { aborted }: AbortSignal): string {
  if (aborted) return "Stopped. If the service had the change already, the table shows it";
  if (error instanceof PlanError) return error.message;
  if (isAppliedBefore(error))
    return "The attempt before was applied after all. Close this, and look at the table";
  const failure = changeSetFailure(error);
  return isOutcomeUnknown(error) ? `Not confirmed: try again, and it is applied once. ${failure}` : failure;
}

/** The first part of a large change can be measured; then the service applies it as a whole. */
export function SendingProgress({ sending }: { readonly sending: ReturnType<typeof useSending> }) {
  const { isSending, readPart } = sending;
  if (!isSending) return null;
  const isReading = readPart !== undefined && readPart < 1;
  const text = isReading
    ? "Comparing with the present inventory"
    : "The service applies the change, as a whole or not at all";
  return (
    <div class="sending-progress">
      <p>{text}</p>
      <WorkProgress part={isReading ? readPart : undefined} label={text} />
    </div>
  );
}
