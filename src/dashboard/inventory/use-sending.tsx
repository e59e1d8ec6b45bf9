// Sends a planned change from a dialog, as the service has previewed it: its progress, and why it failed.

import { useEffect, useRef, useState } from "preact/hooks";
import {
  type ChangeSetResult,
  type LedgerOptions,
  PetstockError,
  RequestError,
} from "../../client/client.ts";
import { randomKey } from "../../client/idempotency-key.ts";
import type { Dashboard } from "../app/dashboard.ts";
import { changeSetFailure } from "../edits/changes.ts";
import { changedPets, type Plan } from "./planned-changes.ts";
import { PlanError, sendPlan } from "./send-plan.ts";
import type { ServicePreview } from "./use-preview.ts";
import { Failure } from "../ui/dialog-end.tsx";
import { WorkProgress } from "../ui/work-progress.tsx";
import { petText } from "../language/en/pet.ts";

interface SentPlan extends LedgerOptions {
  /** The notice's text. */
  readonly title: (previewed: ChangeSetResult) => string;
}

export function useSending(dashboard: Dashboard, onSent: () => void) {
  const [failure, setFailure] = useState<string>();
  const [isSending, setSending] = useState(false);
  const [attempts, setAttempts] = useState(0);
  const stopper = useRef<AbortController>(undefined);
  const idempotencyKey = useRef(randomKey());
  useEffect(() => () => stopper.current?.abort(), []);
  const send = async (preview: ServicePreview, { title, ...cause }: SentPlan): Promise<void> => {
    if (isSending) return;
    const offline = dashboard.store.state.offlineSince;
    if (offline !== undefined) {
      return setFailure(petText.offline);
    }
    const controller = new AbortController();
    stopper.current = controller;
    setSending(true);
    setFailure(undefined);
    const { signal } = controller;
    try {
      // The user may press Enter before the service has answered: then its answer is what was asked for.
      const previewed = await Promise.race([preview.ready(), rejection(signal)]);
      // Which the preview says.
      if (changedPets(previewed.result) === 0) return;
      await sendPlan(previewed, {
        dashboard,
        ...cause,
        title: title(previewed.result),
        idempotencyKey: idempotencyKey.current,
        signal,
      });
      onSent();
    } catch (error) {
      setFailure(failureOf(error, signal));
      // After a lost answer the next attempt is the same request with the same key, so that an adjustment is not applied twice.
      if (signal.aborted || isOutcomeUnknown(error)) return;
      idempotencyKey.current = randomKey();
      setAttempts((count) => count + 1);
    } finally {
      setSending(false);
    }
  };
  return {
    isSending,
    failure,
    attempts,
    send: (preview: ServicePreview, options: SentPlan): void => void send(preview, options),
    stop: () => stopper.current?.abort(new Error("stopped")),
  };
}

function rejection(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) =>
    signal.addEventListener("abort", () => reject(signal.reason as Error), { once: true }),
  );
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
  if (aborted) return petText.stopped;
  if (error instanceof PlanError) return error.message;
  if (isAppliedBefore(error)) return petText.appliedBefore;
  const failure = changeSetFailure(error);
  return isOutcomeUnknown(error) ? petText.unconfirmed(failure) : failure;
}

/** How many pets change: of the preview, and before it is there, of the plan. */
export function plannedPets({ changes }: Plan, { isCurrent, result }: ServicePreview): number {
  return isCurrent && result !== undefined ? changedPets(result) : changes.length;
}

interface PlanEndProps {
  readonly plan: Plan;
  readonly preview: ServicePreview;
  readonly sending: ReturnType<typeof useSending>;
}

/** What is being done, and why it failed. */
export function PlanEnd({ plan, preview, sending }: PlanEndProps) {
  const isPlanned = plan.changes.length > 0;
  const failure = sending.failure ?? (isPlanned ? preview.failure : undefined);
  const isComparing = isPlanned && !preview.isCurrent && preview.failure === undefined;
  return (
    <>
      {isComparing && <PlanProgress text={petText.comparing} part={preview.readPart} />}
      {sending.isSending && preview.isCurrent && <PlanProgress text={petText.applying} part={undefined} />}
      <Failure message={failure && `${failure}.`} />
    </>
  );
}

function PlanProgress({ text, part }: { readonly text: string; readonly part: number | undefined }) {
  return (
    <div class="plan-progress">
      <p>{text}</p>
      <WorkProgress part={part} label={text} />
    </div>
  );
}
