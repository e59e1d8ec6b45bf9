// The account menu: the signed-in key, its expiry, the page's language, and signing out.

import { accountText } from "../language/en/account.ts";
import { uiText } from "../language/en/ui.ts";
import { LANGUAGE_NAMES, LANGUAGES } from "../language/locale.ts";
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
  const language = useSelected(dashboard.store, (state) => state.language);
  const share = { title: accountText.sharedComputer, run: () => dashboard.session.shareComputer() };
  const items = [
    { title: accountText.commands, run: () => dashboard.store.set({ isCommandMenuOpen: true }) },
    { title: accountText.apiReference, run: () => void open("/docs", "_blank", "noreferrer") },
    ...(remember ? [share] : []),
    { title: accountText.signOut, run: () => dashboard.session.signOut() },
  ];
  const languages = LANGUAGES.map((each) => ({
    title: LANGUAGE_NAMES[each],
    lang: each,
    checked: each === language,
    run: () => void dashboard.chooseLanguage(each),
  }));
  const head = (
    <div class="menu-head">
      {me !== undefined && <Identity me={me} />}
      {identity === "unavailable" && <p>{accountText.unknownOwner}</p>}
      <p class="quiet">{remember ? accountText.onBrowser : accountText.inTab}</p>
    </div>
  );
  return (
    <Menu
      class="quiet"
      label={me === undefined ? accountText.account : accountText.accountOf(isolated(me.name))}
      items={items}
      choices={{ label: uiText.language, items: languages }}
      head={head}
    >
      <Icon name="person" />
      <span class="account-name">
        {me === undefined ? accountText.account : <PersonText text={me.name} />}
      </span>
    </Menu>
  );
}

function Identity({
  me: { name, account, role, expiresAt, store },
}: {
  readonly me: NonNullable<State["me"]>;
}) {
  const { name: title, rights } = ROLE_TEXTS[role];
  const now = Date.now();
  return (
    <>
      {store !== undefined && (
        <p>
          <PersonText text={store} />
        </p>
      )}
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
      <p>{accountText.role(title, rights)}</p>
      <p class={expiresSoon(expiresAt, now) ? "warn" : "quiet"}>{expiryText(expiresAt, now)}</p>
    </>
  );
}
