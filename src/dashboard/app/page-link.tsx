// A link to a page of the dashboard, opened without loading the document again.

import type { ComponentChildren } from "preact";
import type { Dashboard } from "./dashboard.ts";
import type { PagePath } from "../state/pages.ts";

interface PageLinkProps {
  readonly dashboard: Dashboard;
  readonly to: PagePath;
  /** Such as `?pet=7`. */
  readonly query?: string;
  /** Whether it leads to the open page. */
  readonly current?: boolean;
  readonly class?: string;
  readonly children: ComponentChildren;
}

export function PageLink({ dashboard, to, query = "", current, class: className, children }: PageLinkProps) {
  const onClick = (event: MouseEvent): void => {
    // The browser opens a tab or a window of its own.
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    dashboard.go(to, query);
  };
  return (
    <a href={to + query} class={className} aria-current={current ? "page" : undefined} onClick={onClick}>
      {children}
    </a>
  );
}
