// The whole screen: the sign-in form, or the navigation beside the open page.

import { useEffect, useRef } from "preact/hooks";
import type { Dashboard } from "../app/dashboard.ts";
import { CommandHost } from "../command/command-host.tsx";
import { TransferHost } from "../transfer/transfer-host.tsx";
import { SignInDialog, SignInPage } from "../sign-in/sign-in.tsx";
import { LinkDialog } from "../sign-in/link-dialog.tsx";
import { ForeignEditDialog } from "./foreign-edit-dialog.tsx";
import { Navigation } from "./navigation.tsx";
import { NoticeBar } from "./notice-bar.tsx";
import { PageHost, preloadPage } from "./page-host.tsx";
import { pageAt } from "../state/pages.ts";
import { useSelected } from "../state/use-selected.ts";

export function App({ dashboard }: { readonly dashboard: Dashboard }) {
  const session = useSelected(dashboard.store, (state) => state.session);
  const path = useSelected(dashboard.store, (state) => state.page);
  // The page's code arrives while the key is checked.
  useEffect(() => {
    if (session.checking) preloadPage(pageAt(path));
  }, [session.checking, path]);
  const wasForm = useRef(false);
  wasForm.current ||= session.phase === "out";
  const question = session.offer !== undefined && (
    <LinkDialog dashboard={dashboard} question={session.offer} />
  );
  if (session.phase === "out")
    return (
      <>
        <SignInPage dashboard={dashboard} session={session} />
        {question}
      </>
    );
  return (
    <div class="shell" {...fileDrop(dashboard)}>
      <Navigation dashboard={dashboard} />
      <main class="page">
        {session.phase === "in" && session.message !== undefined && (
          <p class="page-error" role="alert">
            {session.message}
          </p>
        )}
        <PageHost dashboard={dashboard} followsForm={wasForm.current} />
      </main>
      <NoticeBar dashboard={dashboard} />
      {session.phase === "in" && <TransferHost dashboard={dashboard} />}
      {session.phase === "in" && <CommandHost dashboard={dashboard} />}
      {session.phase === "in" && <ForeignEditDialog dashboard={dashboard} />}
      {session.phase === "refused" && <SignInDialog dashboard={dashboard} session={session} />}
      {question}
    </div>
  );
}

/** A file can be dropped anywhere on the page; text, only into its fields. */
function fileDrop(dashboard: Dashboard) {
  const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes("Files") === true;
  return {
    onDragOver: (event: DragEvent) => hasFiles(event) && event.preventDefault(),
    onDrop: (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      const file = event.dataTransfer?.files[0];
      if (file !== undefined) dashboard.transfer.openImport(file);
    },
  };
}
