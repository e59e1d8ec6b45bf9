// The navigation: at the left, or at the bottom of a phone. Shows only pages that the key's role may use.

import "./navigation.css";
import { shellText } from "../language/en/shell.ts";
import { Icon } from "../ui/icon.tsx";
import { AccountMenu } from "../sign-in/account-menu.tsx";
import { ConnectionStatus } from "./connection-status.tsx";
import type { Dashboard } from "../app/dashboard.ts";
import { PageLink } from "../app/page-link.tsx";
import { PAGE_MODULES } from "./page-modules.ts";
import { Brand } from "./store-name.tsx";
import { type Page, PAGES } from "../state/pages.ts";
import { pageTitle } from "../state/page-title.ts";
import { may } from "../state/roles.ts";
import { useSelected } from "../state/use-selected.ts";

export function Navigation({ dashboard }: { readonly dashboard: Dashboard }) {
  const { store } = dashboard;
  const current = useSelected(store, ({ page }) => page);
  // A text, so that the same pages are the same selection.
  const paths = useSelected(store, (state) => String(pagesOf(state).map(({ path }) => path)));
  return (
    <header class="navigation">
      <Brand dashboard={dashboard} />
      <nav aria-label={shellText.pages}>
        {PAGES.filter(({ path }) => paths.split(",").includes(path)).map(({ path }) => (
          <PageLink key={path} dashboard={dashboard} to={path} current={path === current}>
            <Icon name={PAGE_MODULES[path].icon} />
            <span>{pageTitle(path)}</span>
          </PageLink>
        ))}
      </nav>
      <div class="navigation-foot">
        <ConnectionStatus dashboard={dashboard} />
        <AccountMenu dashboard={dashboard} />
      </div>
    </header>
  );
}

/** Without the Admin API there is only the inventory. */
function pagesOf(state: Dashboard["store"]["state"]): readonly Page[] {
  return PAGES.filter(({ path, role }) => path === "/" || (state.me !== undefined && may(state, role)));
}
