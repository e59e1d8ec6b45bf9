// Shown where there is nothing to show: what is missing, and what to do.

import "./empty-state.css";
import { uiText } from "../language/en/ui.ts";
import type { ComponentChildren } from "preact";

interface EmptyStateProps {
  readonly title: string;
  readonly children?: ComponentChildren;
}

export function EmptyState({ title, children }: EmptyStateProps) {
  return (
    <div class="empty-state">
      <h2>{title}</h2>
      {children}
    </div>
  );
}

export function Loading({ text }: { readonly text: string }) {
  return (
    <div class="empty-state" role="status">
      <div class="spinner" aria-hidden="true" />
      <p>{text}</p>
    </div>
  );
}

/** The whole document is loaded again: after an update of the service, the code that this document names no longer exists. */
export function LoadFailed() {
  return (
    <EmptyState title={uiText.notLoaded}>
      <p>{uiText.loadAgainHint}</p>
      <button type="button" class="primary" onClick={() => location.reload()}>
        {uiText.loadAgain}
      </button>
    </EmptyState>
  );
}
