// Shows the open page: loads its code when it is first opened, names it in the browser's title, and moves the focus to its heading.

import type { ComponentType } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { EmptyState, Loading } from "../ui/empty-state.tsx";
import { PAGE_MODULES } from "./page-modules.ts";
import type { PageProps } from "../app/dashboard.ts";
import { type Page, pageAt } from "../state/pages.ts";
import { useSelected } from "../state/use-selected.ts";

/** Pages that were opened before: they show at once. */
const loaded = new Map<Page, ComponentType<PageProps>>();

interface PageHostProps extends PageProps {
  /** Whether the focus was in a form that the page has replaced. */
  readonly followsForm: boolean;
}

export function PageHost({ dashboard, followsForm }: PageHostProps) {
  const page = pageAt(useSelected(dashboard.store, (state) => state.page));
  const { Content, hasFailed } = useLoaded(page);
  useHeadingFocus(page, { isShown: Content !== undefined, followsForm });
  useLayoutEffect(() => {
    document.title = `${page.title} · Pet store`;
  }, [page]);
  if (Content !== undefined) return <Content dashboard={dashboard} />;
  return hasFailed ? <LoadFailed /> : <Loading text={`Loading ${page.title}…`} />;
}

/** Loads a page's code before the page is opened. A failure shows when it is opened. */
export function preloadPage(page: Page): void {
  void load(page).catch(() => {});
}

async function load(page: Page): Promise<void> {
  if (!loaded.has(page)) loaded.set(page, (await PAGE_MODULES[page.path].load()).default);
}

/** The whole document is loaded again: after an update of the service, the code that this document names no longer exists. */
function LoadFailed() {
  return (
    <EmptyState title="This page could not be loaded">
      <p>Check the connection, then load it again.</p>
      <button type="button" class="primary" onClick={() => location.reload()}>
        Load again
      </button>
    </EmptyState>
  );
}

function useLoaded(page: Page) {
  const [, draw] = useState({});
  const [failed, setFailed] = useState<Page>();
  const Content = loaded.get(page);
  useEffect(() => {
    // As it was drawn: the code may have arrived since.
    if (Content !== undefined) return;
    setFailed(undefined);
    load(page).then(
      () => draw({}),
      () => setFailed(page),
    );
  }, [page]);
  return { Content, hasFailed: failed === page };
}

/** Not for the first page, unless it follows a form: there the focus starts at the top of the document, as everywhere. */
function useHeadingFocus(
  page: Page,
  { isShown, followsForm }: { readonly isShown: boolean; readonly followsForm: boolean },
): void {
  const shown = useRef<Page | undefined>(undefined);
  // With the page, not after it is painted: a key that is pressed between would act from where the focus was.
  useLayoutEffect(() => {
    if (!isShown) return;
    const isFirst = shown.current === undefined;
    const isSame = shown.current === page;
    shown.current = page;
    if (isFirst ? followsForm : !isSame) document.querySelector<HTMLElement>("main h1")?.focus();
  }, [page, isShown]);
}
