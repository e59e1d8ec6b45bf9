// Entries of the command menu: pages, saved views and actions that the key's role allows, and pets.

import type { Dashboard } from "../app/dashboard.ts";
import { PAGES } from "../state/pages.ts";
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
    kind: "Pet",
    run: () => dashboard.openPet(petId),
  }));
}

function pages(dashboard: Dashboard): readonly Command[] {
  const { state } = dashboard.store;
  const allowed = PAGES.filter(
    ({ path, role }) => path === "/" || (state.me !== undefined && may(state, role)),
  );
  return allowed.map(({ path, title }) => ({ title, kind: "Page", run: () => dashboard.go(path) }));
}

function views(dashboard: Dashboard): readonly Command[] {
  const { savedViews } = dashboard.store.state;
  return savedViews.map(({ id, query }) => ({
    title: isolated(id),
    kind: "View",
    run: () => dashboard.go("/", query),
  }));
}

function actions(dashboard: Dashboard): readonly Command[] {
  const { undoable, readOnly } = dashboard.store.state;
  const [newest] = undoable;
  const all: readonly (readonly [title: string, run: () => void, isThere?: boolean])[] = [
    [`Undo ${newest?.title}`, () => dashboard.undoStack.undoNewest(), newest !== undefined && !readOnly],
    ["Import a file", () => dashboard.transfer.openImport(), !readOnly],
    ["Export the inventory", () => dashboard.transfer.openExport()],
    ["Open the API reference", () => void open("/docs", "_blank", "noreferrer")],
    ["Sign out", () => dashboard.session.signOut()],
  ];
  const present = all.filter(([, , isThere = true]) => isThere);
  return present.map(([title, run]) => ({ title, kind: "Action", run }));
}

function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().split(/\s+/).filter(Boolean);
}
