// Asks the service what a planned change would do, for a dialog: again with each plan, and after a failure.

import { useEffect, useRef, useState } from "preact/hooks";
import type { ChangeSetResult } from "../../client/client.ts";
import { pause } from "../../client/pause.ts";
import type { Dashboard } from "../app/dashboard.ts";
import { changeSetFailure } from "../edits/changes.ts";
import type { Plan, PlannedChange } from "./planned-changes.ts";
import { PlanError, previewPlan, type PreviewedPlan } from "./send-plan.ts";

export interface ServicePreview {
  /** As long as the service has not answered, of the plan before. */
  readonly result: ChangeSetResult | undefined;
  /** Whether `result` is of the plan. */
  readonly isCurrent: boolean;
  readonly failure: string | undefined;
  /** How much of the inventory was read for a large plan, 0 to 1. */
  readonly readPart: number | undefined;
  /** Resolves when the service has answered; asks again after a failure. */
  readonly ready: () => Promise<PreviewedPlan>;
}

interface Asked {
  readonly changes: readonly PlannedChange[];
  readonly answer: Promise<PreviewedPlan>;
  readonly stop: AbortController;
  hasFailed: boolean;
}

type Shown = Pick<ServicePreview, "result" | "failure" | "readPart"> & {
  readonly changes?: readonly PlannedChange[];
};

/** More are asked about when the user has stopped typing. */
const AT_ONCE_MAX = 1_000;
const TYPING_MS = 300;

export function usePreview(dashboard: Dashboard, { changes }: Plan): ServicePreview {
  const [shown, setShown] = useState<Shown>({ result: undefined, failure: undefined, readPart: undefined });
  const last = useRef<Asked>(undefined);
  const ask = (): Asked => {
    last.current?.stop.abort(new Error("there is another plan"));
    const stop = new AbortController();
    const { signal } = stop;
    const show = (part: Partial<Shown>): void => {
      if (!signal.aborted) setShown((before) => ({ ...before, readPart: undefined, ...part }));
    };
    show({ failure: undefined });
    const { session, pets } = dashboard;
    const preview = async (): Promise<PreviewedPlan> => {
      if (changes.length > AT_ONCE_MAX) await pause(TYPING_MS, signal);
      const onRead = (read: number): void => show({ readPart: Math.min(1, read / pets.size) });
      return previewPlan(changes, { admin: session.admin, signal, onRead });
    };
    const asked = { changes, answer: preview(), stop, hasFailed: false };
    asked.answer.then(
      ({ result }) => show({ changes, result, failure: undefined }),
      (error: unknown) => {
        asked.hasFailed = true;
        show({ failure: error instanceof PlanError ? error.message : changeSetFailure(error) });
      },
    );
    return (last.current = asked);
  };
  const current = (): Asked | undefined => (last.current?.changes === changes ? last.current : undefined);
  useEffect(() => {
    if (changes.length > 0 && current() === undefined) ask();
  }, [changes]);
  useEffect(() => () => last.current?.stop.abort(new Error("the dialog was closed")), []);
  return {
    ...shown,
    isCurrent: shown.changes === changes,
    ready: () => {
      const asked = current();
      return (asked === undefined || asked.hasFailed ? ask() : asked).answer;
    },
  };
}
