// The top of a page: its heading, what is said of it, and its actions.

import "./page-header.css";
import type { ComponentChildren } from "preact";

interface PageHeaderProps {
  readonly title: string;
  /** Beside the heading, such as a count. */
  readonly detail?: ComponentChildren;
  /** Buttons, the most used last. */
  readonly children?: ComponentChildren;
}

/** The shell moves the focus to the heading when another page is opened. */
export function PageHeader({ title, detail, children }: PageHeaderProps) {
  return (
    <header class="page-header">
      <h1 tabIndex={-1}>{title}</h1>
      {detail !== undefined && <div class="page-detail">{detail}</div>}
      <div class="page-actions">{children}</div>
    </header>
  );
}
