// The account menu: the signed-in key, its expiry, and signing out.

import type { Dashboard } from "../app/dashboard.ts";
import type { State } from "../state/state.ts";
import { useSelected } from "../state/use-selected.ts";
import { Icon } from "../ui/icon.tsx";
import { Menu } from "../ui/menu.tsx";
import { ROLE_TEXTS } from "../state/roles.ts";
import { expiresSoon, expiryText } from "../session/expiry-text.ts";
import { isolated } from "../ui/isolated.ts";
import { PersonText } from "../ui/person-text.tsx";

export function AccountMenu({ dashboard }: { readonly dashboard: Dashboard }) {
  const me = useSelected(dashboard.store, (state) => state.me);
  const identity = useSelected(dashboard.store, ({ session }) => session.identity);
  const remember = useSelected(dashboard.store, ({ session }) => session.remember);
  const share = { title: "This is a shared computer", run: () => dashboard.session.shareComputer() };
  const items = [
    { title: "Commands (Ctrl K)", run: () => dashboard.store.set({ isCommandMenuOpen: true }) },
    { title: "API reference", run: () => void open("/docs", "_blank", "noreferrer") },
    ...(remember ? [share] : []),
    { title: "Sign out", run: () => dashboard.session.signOut() },
  ];
  const head = (
    <div class="menu-head">
      {me !== undefined && <Identity me={me} />}
      {identity === "unavailable" && <p>Signed in. Whose key this is cannot be read here.</p>}
      <p class="quiet">{remember ? "Signed in on this browser" : "Signed in in this tab only"}</p>
    </div>
  );
  return (
    <Menu
      class="quiet"
      label={`Account${me === undefined ? "" : `: ${isolated(me.name)}`}`}
      items={items}
      head={head}
    >
      <Icon name="person" />
      <span class="account-name">{me === undefined ? "Account" : <PersonText text={me.name} />}</span>
    </Menu>
  );
}

function Identity({ me: { name, account, role, expiresAt } }: { readonly me: NonNullable<State["me"]> }) {
  const { name: title, rights } = ROLE_TEXTS[role];
  const now = Date.now();
  return (
    <>
      <p>
        <b>
          <PersonText text={name} />
        </b>
        {account !== "default" && (
          <span class="quiet">
            {" "}
            · <PersonText text={account} />
          </span>
        )}
      </p>
      <p>
        {title}: {rights}
      </p>
      <p class={expiresSoon(expiresAt, now) ? "warn" : "quiet"}>The key {expiryText(expiresAt, now)}</p>
    </>
  );
}
