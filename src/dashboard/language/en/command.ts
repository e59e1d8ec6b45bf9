// Texts of the command menu.

import { texts } from "../texts.ts";

export const commandText = texts("command", {
  title: "Commands",
  field: "Page, pet, view or action",
  nothing: "Nothing matches",
  page: "Page",
  pet: "Pet",
  view: "View",
  action: "Action",
  undo: (change: string) => `Undo ${change}`,
  importFile: "Import a file",
  exportInventory: "Export the inventory",
  openReference: "Open the API reference",
  signOut: "Sign out",
});
