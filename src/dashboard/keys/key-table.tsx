// The table of keys; on a narrow screen a list of cards.

import type { Key } from "../../client/client.ts";
import { EmptyState } from "../ui/empty-state.tsx";
import { formatDate, formatDateTime } from "../language/format.ts";
import { Icon } from "../ui/icon.tsx";
import { Menu } from "../ui/menu.tsx";
import { ROLE_TEXTS } from "../state/roles.ts";
import { Time } from "../ui/time.tsx";
import { isUnopened, isUsable, type RelatedKeys, relatedKeys, stateOf } from "./key-facts.ts";
import { KeyHistory } from "./key-history.tsx";
import type { KeyManager } from "./key-manager.ts";
import { isolated } from "../ui/isolated.ts";
import { PersonText } from "../ui/person-text.tsx";
import { keysText } from "../language/en/keys.ts";

interface KeyTableProps {
  readonly manager: KeyManager;
  /** Those to show. */
  readonly keys: readonly Key[];
  readonly all: readonly Key[];
  /** The key that is signed in, if it can be told. */
  readonly own: Key | undefined;
}

const COLUMNS = ["name", "role", "state", "expires", "lastUsed", "history"] as const;

/** With explicit roles: as a list of cards it stays a table for screen readers. */
export function KeyTable({ manager, keys, all, own }: KeyTableProps) {
  const related = relatedKeys(all);
  if (keys.length === 0) return <EmptyState title={keysText.noActive}>{keysText.oneForEach}</EmptyState>;
  return (
    <table class="key-table" role="table" aria-label={keysText.title}>
      <thead role="rowgroup">
        <tr role="row">
          {COLUMNS.map((title) => (
            <th key={title} role="columnheader" scope="col">
              {keysText[title]}
            </th>
          ))}
          <td role="cell" />
        </tr>
      </thead>
      <tbody role="rowgroup">
        {keys.map((key) => (
          <KeyRow key={key.id} manager={manager} of={key} related={related} isOwn={key.id === own?.id} />
        ))}
      </tbody>
    </table>
  );
}

interface KeyRowProps {
  readonly manager: KeyManager;
  readonly of: Key;
  readonly related: RelatedKeys;
  readonly isOwn: boolean;
}

function KeyRow({ manager, of: key, related, isOwn }: KeyRowProps) {
  const { name: role, rights } = ROLE_TEXTS[key.role];
  const state = stateOf(key, Date.now());
  return (
    <tr role="row" class={isUsable(key, Date.now()) ? "" : "ended"}>
      <th role="rowheader" scope="row">
        <PersonText text={key.name} /> {isOwn && <span class="badge">{keysText.yourKey}</span>}
        {key.account !== "default" && (
          <span class="key-account">
            <PersonText text={key.account} />
          </span>
        )}
      </th>
      <td role="cell">
        {role} <span class="key-rights">{rights}</span>
      </td>
      <td role="cell">
        <span class={`key-state ${state.replace("_", "-")}`}>{keysText.keyStates[state]}</span>
        {state === "link_waiting" && key.link !== null && (
          <span class="key-link">{keysText.linkUntil(formatDateTime(new Date(key.link.expiresAt)))}</span>
        )}
      </td>
      <td role="cell" data-label={keysText.expires}>
        {key.expiresAt === null ? keysText.never : formatDate(new Date(key.expiresAt))}
      </td>
      <td role="cell" data-label={keysText.lastUsed}>
        {key.lastUsedAt === null ? keysText.never : <Time at={key.lastUsedAt} />}
      </td>
      <td role="cell" class="key-history">
        <KeyHistory of={key} related={related} />
      </td>
      <td role="cell" class="key-actions">
        {(isUsable(key, Date.now()) || state === "link_expired") && <KeyMenu manager={manager} of={key} />}
      </td>
    </tr>
  );
}

function KeyMenu({ manager, of: key }: Pick<KeyRowProps, "manager" | "of">) {
  const revoke = { run: () => manager.openRevoke(key), danger: true };
  const items = isUnopened(key)
    ? [
        { title: keysText.renewAsks, run: () => manager.openRenew(key) },
        { title: keysText.withdrawAsks, ...revoke },
      ]
    : [
        { title: keysText.replaceAsks, run: () => manager.openRotate(key) },
        { title: keysText.revokeAsks, ...revoke },
      ];
  return (
    <Menu class="quiet icon-only" label={keysText.actionsFor(isolated(key.name))} items={items}>
      <Icon name="more" />
    </Menu>
  );
}
