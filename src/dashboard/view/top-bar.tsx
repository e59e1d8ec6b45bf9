// The line at the top: where one is, how fresh it is, and what concerns the whole.

import { counted, clock } from "../model/words.ts";
import type { Dashboard } from "../state/dashboard.ts";
import type { State } from "../state/state.ts";

export interface TopBarProps {
  readonly dashboard: Dashboard;
  readonly state: State;
}

export function TopBar({ dashboard, state }: TopBarProps) {
  const { undoable, readOnly } = state;
  return (
    <header class="top-bar">
      <h1>Pet store inventory</h1>
      <Freshness state={state} />
      {readOnly && (
        <span
          class="badge"
          title="This key may only look: whoever runs the service can make one that may edit"
        >
          Read-only key: editing is off
        </span>
      )}
      <nav aria-label="Actions">
        <button type="button" disabled={readOnly} onClick={() => dashboard.bulk.open()}>
          Change by file
        </button>
        <button
          type="button"
          disabled={undoable.length === 0}
          title={undoable[0] === undefined ? undefined : `Takes back ${undoable[0].title} (Ctrl+Z)`}
          onClick={() => dashboard.undo.takeNewestBack()}
        >
          Undo
        </button>
        <a class="button" href="/docs" target="_blank" rel="noreferrer" title="Opens in a new tab">
          API
        </a>
        <button type="button" onClick={() => dashboard.signOut()}>
          Sign out
        </button>
      </nav>
    </header>
  );
}

function Freshness({ state }: { readonly state: State }) {
  const { offlineSince, loading, checkedAt, rows } = state;
  if (offlineSince !== undefined) {
    return (
      <span class="freshness offline" role="status">
        <span class="dot" aria-hidden="true" />
        Offline since {clock(offlineSince)}:{" "}
        {rows.length > 0 ? "this is what was known then" : "trying again"}
      </span>
    );
  }
  if (loading !== "whole") {
    return (
      <span class="freshness" role="status">
        <span class="dot" aria-hidden="true" />
        Loading, {counted(rows.length, "pet")} so far
      </span>
    );
  }
  return (
    <span
      class="freshness live"
      role="status"
      title={checkedAt && `Last looked at ${checkedAt.toLocaleTimeString()}`}
    >
      <span class="dot" aria-hidden="true" />
      Live
    </span>
  );
}
