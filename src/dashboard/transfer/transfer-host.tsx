// Shows the dialog for import or export. Its code is loaded when it is first opened.

import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { PageProps } from "../app/dashboard.ts";
import { shellText } from "../language/en/shell.ts";
import { useSelected } from "../state/use-selected.ts";
import type { TransferDialog } from "../state/state.ts";
import { withStyles } from "../ui/with-styles.ts";

type Kind = TransferDialog["kind"];

const LOAD: Readonly<Record<Kind, () => Promise<{ readonly default: ComponentType<PageProps> }>>> = {
  import: () => withStyles(import("./import-dialog.tsx")),
  export: () => withStyles(import("./export-dialog.tsx")),
};

export function TransferHost({ dashboard }: PageProps) {
  const kind = useSelected(dashboard.store, ({ transfer }) => transfer?.kind);
  const [loaded, setLoaded] = useState<Partial<Record<Kind, ComponentType<PageProps>>>>({});
  useEffect(() => {
    if (kind === undefined || loaded[kind] !== undefined) return;
    LOAD[kind]().then(
      (module) => setLoaded((others) => ({ ...others, [kind]: module.default })),
      () => {
        dashboard.transfer.close();
        dashboard.notify({ text: shellText.dialogNotLoaded, tone: "bad" });
      },
    );
  }, [kind]);
  const Dialog = kind === undefined ? undefined : loaded[kind];
  return Dialog === undefined ? null : <Dialog dashboard={dashboard} />;
}
