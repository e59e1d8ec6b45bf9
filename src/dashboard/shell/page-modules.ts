// The pages' components. Their code is loaded when they are first opened.

import type { ComponentType } from "preact";
import type { IconName } from "../ui/icon.tsx";
import type { PageProps } from "../app/dashboard.ts";
import type { PagePath } from "../state/pages.ts";
import { withStyles } from "../ui/with-styles.ts";

interface PageModule {
  /** In the navigation. */
  readonly icon: IconName;
  readonly load: () => Promise<{ readonly default: ComponentType<PageProps> }>;
}

export const PAGE_MODULES: Readonly<Record<PagePath, PageModule>> = {
  "/": { icon: "inventory", load: () => withStyles(import("../inventory/inventory-page.tsx")) },
  "/count": { icon: "count", load: () => withStyles(import("../count/count-page.tsx")) },
  "/activity": { icon: "activity", load: () => withStyles(import("../history/activity-page.tsx")) },
  "/trends": { icon: "trends", load: () => withStyles(import("../trends/trends-page.tsx")) },
  "/keys": { icon: "key", load: () => withStyles(import("../keys/keys-page.tsx")) },
};
