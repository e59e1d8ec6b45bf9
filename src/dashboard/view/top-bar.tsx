// The top bar: title, connection status and page-wide actions.

import { formatPlural, formatTime } from "../model/format.ts";
import type { Dashboard } from "../state/dashboard.ts";
import type { State } from "../state/state.ts";

export interface TopBarProps {
  readonly dashboard: Dashboard;
  readonly state: State;
}

export function TopBar({ dashboard, state }: TopBarProps) {
  return (
    <header class="top-bar">
      <h1>Pet store inventory</h1>
      <ConnectionStatus state={state} />
      {state.readOnly && (
        <span class="badge" title="This key can only read. Ask the operator for a key that can edit.">
          Read-only key: editing is off
        </span>
      )}
      <Actions dashboard={dashboard} state={state} />
    </header>
  );
}

function Actions({ dashboard, state: { readOnly, undoable } }: TopBarProps) {
  const [newest] = undoable;
  return (
    <nav aria-label="Actions">
      <button type="button" disabled={readOnly} onClick={() => dashboard.bulk.open()}>
        Import CSV
      </button>
      <button
        type="button"
        disabled={newest === undefined}
        title={newest && `Undo ${newest.title} (Ctrl+Z)`}
        onClick={() => dashboard.undoStack.undoNewest()}
      >
        Undo
      </button>
      <a class="button" href="/docs" target="_blank" rel="noreferrer" title="Opens in a new tab">
        API
      </a>
      <button type="button" onClick={() => dashboard.session.signOut()}>
        Sign out
      </button>
    </nav>
  );
}

function ConnectionStatus({ state }: { readonly state: State }) {
  const { tone, text, hint } = connectionStatus(state);
  return (
    <span class={`connection ${tone}`} role="status" title={hint}>
      <span class="dot" aria-hidden="true" />
      {text}
    </span>
  );
}

interface ConnectionText {
  readonly tone: "offline" | "loading" | "live";
  readonly text: string;
  readonly hint?: string | undefined;
}

function connectionStatus({ offlineSince, loading, checkedAt, rows }: State): ConnectionText {
  if (offlineSince !== undefined) {
    const consequence = rows.length > 0 ? "showing the last known quantities" : "retrying";
    return { tone: "offline", text: `Offline since ${formatTime(offlineSince)}: ${consequence}` };
  }
  if (loading !== "complete") {
    return { tone: "loading", text: `Loading: ${formatPlural(rows.length, "pet")} so far` };
  }
  return {
    tone: "live",
    text: "Live",
    hint: checkedAt && `Last checked at ${checkedAt.toLocaleTimeString()}`,
  };
}
