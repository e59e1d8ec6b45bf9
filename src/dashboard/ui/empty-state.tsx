// Shown where there is nothing to show: what is missing, and what to do.

import "./empty-state.css";
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
