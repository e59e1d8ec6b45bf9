// The whole screen: the sign-in form, or what follows it, whose code is loaded later.

import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import type { Dashboard } from "../app/dashboard.ts";
import { SignInPage } from "../sign-in/sign-in.tsx";
import { uiText } from "../language/en/ui.ts";
import { pageAt } from "../state/pages.ts";
import { useSelected } from "../state/use-selected.ts";
import { Loading, LoadFailed } from "../ui/empty-state.tsx";
import { preloadPage } from "./loaded-pages.ts";
import { useLate } from "./use-late.ts";

const loadSignedIn = () => import("./signed-in.tsx");
const loadLinkDialog = () => import("../sign-in/link-dialog.tsx");

export function App({ dashboard }: { readonly dashboard: Dashboard }) {
  /** In another language everything is drawn again. */
  const language = useSelected(dashboard.store, (state) => state.language);
  useMenuFocus(language);
  const session = useSelected(dashboard.store, (state) => state.session);
  const path = useSelected(dashboard.store, (state) => state.page);
  const isOut = session.phase === "out";
  const screen = useLate(loadSignedIn, !isOut || session.checking);
  const link = useLate(loadLinkDialog, isOut && session.checking);
  // The page's code arrives while the key is checked.
  useEffect(() => {
    if (session.checking) preloadPage(pageAt(path));
  }, [session.checking, path]);
  const wasForm = useRef(false);
  wasForm.current ||= isOut;
  if (isOut)
    return (
      <>
        <SignInPage dashboard={dashboard} session={session} />
        {link.hasFailed && <LoadFailed />}
        {session.offer !== undefined && link.module !== undefined && (
          <link.module.LinkDialog dashboard={dashboard} question={session.offer} />
        )}
      </>
    );
  if (screen.module !== undefined)
    return (
      <screen.module.default
        key={language}
        dashboard={dashboard}
        session={session}
        followsForm={wasForm.current}
      />
    );
  return <main class="page">{screen.hasFailed ? <LoadFailed /> : <Loading text={uiText.loading} />}</main>;
}

/** The menu that changed the language keeps the focus. */
function useMenuFocus(language: string): void {
  const drawn = useRef(language);
  useLayoutEffect(() => {
    if (drawn.current !== language)
      document.querySelector<HTMLElement>(".navigation [aria-haspopup=menu]")?.focus();
    drawn.current = language;
  }, [language]);
}
