// Shows the open page: loads its code when it is first opened, names it in the browser's title, and moves the focus to its heading.

import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { Loading, LoadFailed } from "../ui/empty-state.tsx";
import { loadedPage, loadPage } from "./loaded-pages.ts";
import { shellText } from "../language/en/shell.ts";
import type { PageProps } from "../app/dashboard.ts";
import { type Page, pageAt } from "../state/pages.ts";
import { pageTitle } from "../state/page-title.ts";
import { useSelected } from "../state/use-selected.ts";
import { isolated } from "../ui/isolated.ts";
import { useStoreName } from "./store-name.tsx";

interface PageHostProps extends PageProps {
  /** Whether the focus was in a form that the page has replaced. */
  readonly followsForm: boolean;
}

export function PageHost({ dashboard, followsForm }: PageHostProps) {
  const page = pageAt(useSelected(dashboard.store, (state) => state.page));
  const { Content, hasFailed } = useLoaded(page);
  useHeadingFocus(page, { isShown: Content !== undefined, followsForm });
  const storeName = useStoreName({ dashboard });
  useLayoutEffect(() => {
    const place = storeName === undefined ? shellText.brand : isolated(storeName);
    document.title = `${pageTitle(page.path)} · ${place}`;
  }, [page, storeName]);
  if (Content !== undefined) return <Content dashboard={dashboard} />;
  return hasFailed ? <LoadFailed /> : <Loading text={shellText.loadingPage(pageTitle(page.path))} />;
}

function useLoaded(page: Page) {
  const [, draw] = useState({});
  const [failed, setFailed] = useState<Page>();
  const Content = loadedPage(page);
  useEffect(() => {
    // As it was drawn: the code may have arrived since.
    if (Content !== undefined) return;
    setFailed(undefined);
    loadPage(page).then(
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
