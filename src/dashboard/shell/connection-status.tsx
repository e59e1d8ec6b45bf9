// Shows whether the page's inventory is current.

import "./connection-status.css";
import { shellText } from "../language/en/shell.ts";
import { formatTime } from "../language/format.ts";
import type { Dashboard } from "../app/dashboard.ts";
import type { State } from "../state/state.ts";
import { useSelected } from "../state/use-selected.ts";

export function ConnectionStatus({ dashboard: { store, pets } }: { readonly dashboard: Dashboard }) {
  const { tone, text, hint } = connectionStatus({
    offlineSince: useSelected(store, (state) => state.offlineSince),
    loading: useSelected(store, (state) => state.loading),
    checkedAt: useSelected(store, (state) => state.checkedAt),
    pets: useSelected(store, () => pets.size),
    waiting: useSelected(store, (state) => state.waiting),
  });
  return (
    <span class={`connection ${tone}`} role="status" title={hint}>
      <span class="dot" aria-hidden="true" />
      <span>{text}</span>
    </span>
  );
}

interface ConnectionText {
  readonly tone: "offline" | "loading" | "live";
  readonly text: string;
  readonly hint?: string | undefined;
}

type Connection = Pick<State, "offlineSince" | "loading" | "checkedAt" | "waiting"> & {
  readonly pets: number;
};

function connectionStatus({ offlineSince, loading, checkedAt, pets, waiting }: Connection): ConnectionText {
  if (offlineSince !== undefined) {
    const since = formatTime(offlineSince);
    const text = pets > 0 ? shellText.offlineKnown(since) : shellText.offlineRetrying(since);
    return { tone: "offline", text: waiting > 0 ? shellText.offlineWaiting(since, waiting) : text };
  }
  if (loading !== "complete") {
    return { tone: "loading", text: shellText.loadingPets(pets) };
  }
  return {
    tone: "live",
    text: shellText.live,
    hint: checkedAt && shellText.lastChecked(formatTime(checkedAt)),
  };
}
