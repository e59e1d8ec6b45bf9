// Shows whether the page's inventory is current.

import "./connection-status.css";
import { shellText } from "../language/en/shell.ts";
import { formatPlural, formatTime } from "../language/format.ts";
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
    const known = pets > 0 ? "showing the last known quantities" : "retrying";
    const consequence = waiting > 0 ? shellText.changesWaiting(waiting) : known;
    return { tone: "offline", text: `Not live since ${formatTime(offlineSince)}: ${consequence}` };
  }
  if (loading !== "complete") {
    return { tone: "loading", text: `Loading: ${formatPlural(pets, "pet")} so far` };
  }
  return {
    tone: "live",
    text: shellText.live,
    hint: checkedAt && shellText.lastChecked(formatTime(checkedAt)),
  };
}
