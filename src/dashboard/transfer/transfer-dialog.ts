// Which dialog is open: for import or for export.

export type TransferDialog =
  /** `file`: dropped onto the page. */
  { readonly kind: "import"; readonly file: File | undefined } | { readonly kind: "export" };
