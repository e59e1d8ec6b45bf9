// The code of pages, as far as it has been loaded.

import type { ComponentType } from "preact";
import type { PageProps } from "../app/dashboard.ts";
import type { Page } from "../state/pages.ts";
import { PAGE_MODULES } from "./page-modules.ts";

/** Pages that were opened before: they show at once. */
const loaded = new Map<Page, ComponentType<PageProps>>();

export function loadedPage(page: Page): ComponentType<PageProps> | undefined {
  return loaded.get(page);
}

export async function loadPage(page: Page): Promise<void> {
  if (!loaded.has(page)) loaded.set(page, (await PAGE_MODULES[page.path].load()).default);
}

/** Loads a page's code before the page is opened. A failure shows when it is opened. */
export function preloadPage(page: Page): void {
  void loadPage(page).catch(() => {});
}
