// The page /keys: who has a key, what it may do, when it was last used, and who made, replaced and revoked it; makes, rotates and
// revokes keys, and links that sign in once.

import "./keys.css?late";
import { useLayoutEffect, useRef } from "preact/hooks";
import type { PageProps } from "../app/dashboard.ts";
import { roleOf, ROLE_TEXTS } from "../state/roles.ts";
import { useSelected, useWhole } from "../state/use-selected.ts";
import { EmptyState, Loading } from "../ui/empty-state.tsx";
import { Icon } from "../ui/icon.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { Connections } from "./connections.tsx";
import { isUsable, ownKey, sorted } from "./key-facts.ts";
import { KeyDialogs } from "./key-dialogs.tsx";
import { KeyManager } from "./key-manager.ts";
import { KeyTable } from "./key-table.tsx";
import { PersonText } from "../ui/person-text.tsx";
import { useManager } from "./use-manager.ts";
import { keysText } from "../language/en/keys.ts";
import { RichText } from "../ui/rich-text.tsx";
import { formatCount } from "../language/format.ts";

const ALL = "?show=all";

export default function KeysPage({ dashboard }: PageProps) {
  const { store } = dashboard;
  const identity = useSelected(store, ({ session }) => session.identity);
  const role = useSelected(store, roleOf);
  const name = useSelected(store, ({ me }) => me?.name);
  if (identity === "asking" && name === undefined) return <Waiting />;
  if (name === undefined) return <NotHere />;
  return role === "admin" ? (
    <Keys dashboard={dashboard} />
  ) : (
    <NotAllowed name={name} role={ROLE_TEXTS[role].name} />
  );
}

function Waiting() {
  return (
    <>
      <PageHeader title={keysText.title} />
      <Loading text={keysText.loading} />
    </>
  );
}

function NotHere() {
  return (
    <>
      <PageHeader title={keysText.title} />
      <EmptyState title={keysText.notHere}>
        <p>{keysText.notHereBecause}</p>
      </EmptyState>
    </>
  );
}

function NotAllowed({ name, role }: { readonly name: string; readonly role: string }) {
  return (
    <>
      <PageHeader title={keysText.title} />
      <EmptyState title={keysText.onlyAdmins}>
        <p>
          <RichText text={keysText.askAdmin} parts={{ name: <PersonText text={name} />, role }} />
        </p>
      </EmptyState>
    </>
  );
}

function Keys({ dashboard }: PageProps) {
  const manager = useManager(KeyManager, dashboard);
  const { items: keys, error, dialog } = useWhole(manager.store);
  const me = useSelected(dashboard.store, (state) => state.me);
  const showsAll = useSelected(dashboard.store, (state) => state.query === ALL);
  const show = (all: boolean): void => dashboard.setQuery(all ? ALL : "");
  useFocusAfterDialog(dialog !== undefined);
  const now = Date.now();
  const usable = keys?.filter((key) => isUsable(key, now)).length;
  return (
    <div class="keys">
      <PageHeader title={keysText.title}>
        <button type="button" class="primary" onClick={() => manager.openMake()}>
          <Icon name="plus" /> {keysText.newKey}
        </button>
      </PageHeader>
      <p class="quiet">{keysText.about}</p>
      {error !== undefined && (
        <p class="page-error" role="alert">
          {keysText.notRead(error)}{" "}
          <button type="button" class="small" onClick={() => void manager.load()}>
            {keysText.tryAgain}
          </button>
        </p>
      )}
      {keys === undefined && error === undefined && <Loading text={keysText.loading} />}
      {keys !== undefined && (
        <>
          <Filter showsAll={showsAll} active={usable ?? 0} all={keys.length} onShow={show} />
          <KeyTable
            manager={manager}
            keys={sorted(keys, now).filter((key) => showsAll || isUsable(key, now))}
            all={keys}
            own={ownKey(keys, me, now)}
          />
        </>
      )}
      <Connections dashboard={dashboard} />
      {dialog !== undefined && (
        <KeyDialogs manager={manager} dialog={dialog} own={ownKey(keys ?? [], me, now)} />
      )}
    </div>
  );
}

interface FilterProps {
  readonly showsAll: boolean;
  readonly active: number;
  readonly all: number;
  readonly onShow: (all: boolean) => void;
}

function Filter({ showsAll, active, all, onShow }: FilterProps) {
  return (
    <div class="chips" role="group" aria-label={keysText.whichKeys}>
      <button type="button" class="filter-chip" aria-pressed={!showsAll} onClick={() => onShow(false)}>
        {keysText.active} <span class="count">{formatCount(active)}</span>
      </button>
      <button type="button" class="filter-chip" aria-pressed={showsAll} onClick={() => onShow(true)}>
        {keysText.all} <span class="count">{formatCount(all)}</span>
      </button>
    </div>
  );
}

/** A revoked key leaves the table with the button that had the focus. */
function useFocusAfterDialog(isOpen: boolean): void {
  const wasOpen = useRef(false);
  useLayoutEffect(() => {
    wasOpen.current ||= isOpen;
    if (isOpen || !wasOpen.current || document.activeElement !== document.body) return;
    wasOpen.current = false;
    document.querySelector<HTMLElement>("main h1")?.focus();
  });
}
