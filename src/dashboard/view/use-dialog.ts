// Opens a dialog over the page, with the focus kept in it, as the browser does that.

import { useEffect, useRef } from "preact/hooks";

export function useDialog(): { readonly current: HTMLDialogElement | null } {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return dialog;
}
