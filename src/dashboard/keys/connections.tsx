// The connections on the page of keys: receivers to which the service posts what changes, and what their deliveries have come to.

import type { Hook } from "../../client/client.ts";
import type { PageProps } from "../app/dashboard.ts";
import { connectionsText } from "../language/en/connections.ts";
import { formatCount } from "../language/format.ts";
import { useWhole } from "../state/use-selected.ts";
import { Icon } from "../ui/icon.tsx";
import { isolated } from "../ui/isolated.ts";
import { Menu } from "../ui/menu.tsx";
import { PersonText } from "../ui/person-text.tsx";
import { Time } from "../ui/time.tsx";
import { ConnectionDialogs } from "./connection-dialogs.tsx";
import { ConnectionManager } from "./connection-manager.ts";
import { useManager } from "./use-manager.ts";

const COLUMNS = ["name", "isTold", "state", "behind", "delivered"] as const;

export function Connections({ dashboard }: PageProps) {
  const manager = useManager(ConnectionManager, dashboard);
  const { items: hooks, error, dialog } = useWhole(manager.store);
  return (
    <section class="connections" aria-labelledby="connections">
      <header>
        <h2 id="connections">{connectionsText.title}</h2>
        <button type="button" onClick={() => manager.openMake()}>
          <Icon name="plus" /> {connectionsText.newConnection}
        </button>
      </header>
      <p class="quiet">{connectionsText.about}</p>
      {error !== undefined && (
        <p class="page-error" role="alert">
          {connectionsText.notRead(error)}
        </p>
      )}
      {hooks !== undefined && hooks.length > 0 && <ConnectionTable manager={manager} hooks={hooks} />}
      {hooks?.length === 0 && <p>{connectionsText.none}</p>}
      {dialog !== undefined && <ConnectionDialogs manager={manager} dialog={dialog} />}
    </section>
  );
}

interface ConnectionTableProps {
  readonly manager: ConnectionManager;
  readonly hooks: readonly Hook[];
}

/** With explicit roles: as a list of cards it stays a table for screen readers. */
function ConnectionTable({ manager, hooks }: ConnectionTableProps) {
  return (
    <table class="key-table" role="table" aria-labelledby="connections">
      <thead role="rowgroup">
        <tr role="row">
          {COLUMNS.map((title) => (
            <th key={title} role="columnheader" scope="col">
              {connectionsText[title]}
            </th>
          ))}
          <td role="cell" />
        </tr>
      </thead>
      <tbody role="rowgroup">
        {hooks.map((hook) => (
          <ConnectionRow key={hook.id} manager={manager} hook={hook} />
        ))}
      </tbody>
    </table>
  );
}

interface ConnectionRowProps {
  readonly manager: ConnectionManager;
  readonly hook: Hook;
}

function ConnectionRow({ manager, hook }: ConnectionRowProps) {
  const { name, url, events, state, lag, deliveredAt } = hook;
  return (
    <tr role="row">
      <th role="rowheader" scope="row">
        <PersonText text={name} />
        <span class="key-account">
          <PersonText text={url} />
        </span>
      </th>
      <td role="cell">{events.map((event) => connectionsText.events[event] ?? event).join(", ")}</td>
      <td role="cell">
        <span class={`key-state hook-${state}`}>{connectionsText.hookStates[state] ?? state}</span>
        <Reason hook={hook} />
      </td>
      <td role="cell" data-label={connectionsText.behind}>
        {lag === 0 ? connectionsText.nothing : formatCount(lag)}
      </td>
      <td role="cell" data-label={connectionsText.delivered}>
        {deliveredAt === null ? connectionsText.never : <Time at={deliveredAt} />}
      </td>
      <td role="cell" class="key-actions">
        <ConnectionMenu manager={manager} hook={hook} />
      </td>
    </tr>
  );
}

/** Why nothing arrives, and when it is tried again. */
function Reason({ hook: { state, pause, answer, failure } }: Pick<ConnectionRowProps, "hook">) {
  if (state === "active" || state === "paused") return null;
  return (
    <>
      {pause !== null && <span class="key-link">{connectionsText.reasons[pause.reason]}</span>}
      {answer?.problem && <span class="key-link">{answer.problem}</span>}
      {pause === null && failure !== null && (
        <span class="key-link">
          {connectionsText.failsSince} <Time at={failure.since} />
        </span>
      )}
    </>
  );
}

function ConnectionMenu({ manager, hook }: ConnectionRowProps) {
  const isPaused = hook.pause !== null;
  return (
    <Menu
      class="quiet icon-only"
      label={connectionsText.actionsFor(isolated(hook.name))}
      items={[
        { title: connectionsText.sendTest, run: () => void manager.test(hook) },
        isPaused
          ? { title: connectionsText.resume, run: () => void manager.setPaused(hook, false) }
          : { title: connectionsText.pause, run: () => void manager.setPaused(hook, true) },
        { title: connectionsText.rotateAsks, run: () => manager.openRotate(hook) },
        { title: connectionsText.deleteAsks, run: () => manager.openDelete(hook), danger: true },
      ]}
    >
      <Icon name="more" />
    </Menu>
  );
}
