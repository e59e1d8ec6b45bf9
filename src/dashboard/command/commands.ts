// Entries of the command menu: pages, saved views and actions that the key's role allows, and pets.

import { commandText } from "../language/en/command.ts";
import type { Dashboard } from "../app/dashboard.ts";
import { PAGES } from "../state/pages.ts";
import { pageTitle } from "../state/page-title.ts";
import { may } from "../state/roles.ts";
import { petNameFirst } from "../ui/names.ts";
import { isolated } from "../ui/isolated.ts";

export interface Command {
  readonly title: string;
  /** Such as `Page`. */
  readonly kind: string;
  readonly run: () => void;
}

/** Few enough to be seen at once. */
const PETS_MAX = 8;

/** The commands whose words begin with the words of the text. */
export function commandsFor(dashboard: Dashboard, text: string): readonly Command[] {
  const wanted = wordsOf(text);
  return [...pages(dashboard), ...views(dashboard), ...actions(dashboard)].filter(({ title, kind }) => {
    const words = wordsOf(`${kind} ${title}`);
    return wanted.every((each) => words.some((word) => word.startsWith(each)));
  });
}

/** Pets that the text finds, the exact id or code first. Rejects when the signal is aborted. */
export async function petsFor(
  dashboard: Dashboard,
  text: string,
  signal: AbortSignal,
): Promise<readonly Command[]> {
  if (text.trim() === "") return [];
  const { pets } = dashboard;
  const found = await pets.search(text, PETS_MAX, signal);
  return found.map((petId) => ({
    title: petNameFirst(petId, pets.label(petId)),
    kind: commandText.pet,
    run: () => dashboard.openPet(petId),
  }));
}

function pages(dashboard: Dashboard): readonly Command[] {
  const { state } = dashboard.store;
  const allowed = PAGES.filter(
    ({ path, role }) => path === "/" || (state.me !== undefined && may(state, role)),
  );
  return allowed.map(({ path }) => ({
    title: pageTitle(path),
    kind: commandText.page,
    run: () => dashboard.go(path),
  }));
}

function views(dashboard: Dashboard): readonly Command[] {
  const { savedViews } = dashboard.store.state;
  return savedViews.map(({ id, query }) => ({
    title: isolated(id),
    kind: commandText.view,
    run: () => dashboard.go("/", query),
  }));
}

function actions(dashboard: Dashboard): readonly Command[] {
  const { undoable, readOnly } = dashboard.store.state;
  const [newest] = undoable;
  const all: readonly (readonly [title: string, run: () => void, isThere?: boolean])[] = [
    [
      commandText.undo(newest?.title ?? ""),
      () => dashboard.undoStack.undoNewest(),
      newest !== undefined && !readOnly,
    ],
    [commandText.importFile, () => dashboard.transfer.openImport(), !readOnly],
    [commandText.exportInventory, () => dashboard.transfer.openExport()],
    [commandText.openReference, () => void open("/docs", "_blank", "noreferrer")],
    [commandText.signOut, () => dashboard.session.signOut()],
  ];
  const present = all.filter(([, , isThere = true]) => isThere);
  return present.map(([title, run]) => ({ title, kind: commandText.action, run }));
}

function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().split(/\s+/).filter(Boolean);
}
