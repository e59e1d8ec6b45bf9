// The names of pages, in the page's language.

import { stateText } from "../language/en/state.ts";
import type { PagePath } from "./pages.ts";

/** In the navigation, the heading and the browser's title. */
export function pageTitle(path: PagePath): string {
  return stateText.pages[path];
}
