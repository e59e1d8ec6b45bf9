// The screen after sign-in: the navigation beside the open page. Its code arrives while the key is checked.

import type { Dashboard, PageProps } from "../app/dashboard.ts";
import { CommandHost } from "../command/command-host.tsx";
import { SignInDialog } from "../sign-in/sign-in-dialog.tsx";
import { LinkDialog } from "../sign-in/link-dialog.tsx";
import type { SessionState } from "../state/state.ts";
import { TransferHost } from "../transfer/transfer-host.tsx";
import { ForeignEditDialog } from "./foreign-edit-dialog.tsx";
import { Navigation } from "./navigation.tsx";
import { NoticeBar } from "./notice-bar.tsx";
import { PageHost } from "./page-host.tsx";
import { StoreLine } from "./store-name.tsx";

interface SignedInProps extends PageProps {
  readonly session: SessionState;
  /** Whether the focus was in a form that this screen has replaced. */
  readonly followsForm: boolean;
}

export default function SignedIn({ dashboard, session, followsForm }: SignedInProps) {
  return (
    <div class="shell" {...fileDrop(dashboard)}>
      <Navigation dashboard={dashboard} />
      <main class="page">
        <StoreLine dashboard={dashboard} />
        {session.phase === "in" && session.message !== undefined && (
          <p class="page-error" role="alert">
            {session.message}
          </p>
        )}
        <PageHost dashboard={dashboard} followsForm={followsForm} />
      </main>
      <NoticeBar dashboard={dashboard} />
      {session.phase === "in" && <TransferHost dashboard={dashboard} />}
      {session.phase === "in" && <CommandHost dashboard={dashboard} />}
      {session.phase === "in" && <ForeignEditDialog dashboard={dashboard} />}
      {session.phase === "refused" && <SignInDialog dashboard={dashboard} session={session} />}
      {session.offer !== undefined && <LinkDialog dashboard={dashboard} question={session.offer} />}
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
