// What each page gets.

import type { Dashboard } from "./dashboard.ts";

export interface PageProps {
  readonly dashboard: Dashboard;
}
