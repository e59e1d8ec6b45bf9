// Texts of the inventory page: table, filters, views.

import { counted, formatCount } from "../format.ts";
import { texts } from "../texts.ts";

const PETS = { one: "pet", other: "pets" };
const ROWS = { one: "row", other: "rows" };

export const inventoryText = texts("inventory", {
  unitsInStock: (units: number) => `${counted(units, { one: "unit", other: "units" })} in stock`,
  readOnly: "Read-only key: editing is off",
  readOnlyHint: "This key can only read. Ask the operator for a key that can edit.",
  undo: "Undo",
  undoHint: (change: string) => `Undo ${change} (Ctrl+Z)`,
  print: "Print",
  export: "Export",
  import: "Import",
  keys: "Keys",
  keysHint: "Keys (?)",
  addPet: "Add pet",

  // The table.
  petId: "Pet",
  name: "Name",
  kind: "Kind",
  quantity: "Quantity",
  status: "Status",
  changed: "Changed",
  selectAll: "Select all",
  clearSelection: "Clear the selection",
  selectPet: (petId: bigint) => `Select pet ${petId}`,
  selectNamed: (name: string, petId: bigint) => `Select ${name} ${petId}`,
  quantityOf: (petId: bigint, quantity: number) => `Quantity of pet ${petId}, now ${formatCount(quantity)}`,
  statusOf: (petId: bigint) => `Status of pet ${petId}`,
  loading: "Loading the inventory…",

  // Beside a row.
  saving: "Saving…",
  saved: "Saved",
  notConfirmed: (quantity: number) => `${formatCount(quantity)} not confirmed; retrying`,
  conflict: "Yours {yours}, theirs {theirs}",
  useMine: "Use mine",
  keepTheirs: "Keep theirs",
  notSaved: "{quantity} not saved. {reason}.",
  retry: "Retry",
  discard: "Discard",
  labelNotSaved: "Label not saved.",
  decide: "Decide",
  changedByOthers: (quantity: number, status: string) =>
    `Changed by someone else: now ${formatCount(quantity)}, ${status}`,
  editingHint: "Enter saves, Esc cancels; +5 and -2 adjust",
  isNew: "New",
  isNewBy: (actor: string) => `New by ${actor}`,
  changedFrom: (quantity: number) => `Changed from ${formatCount(quantity)}`,
  changedFromBy: (quantity: number, actor: string) => `Changed from ${formatCount(quantity)} by ${actor}`,
  lastChange: "{time} by {actor}",
  lastReason: (reason: string, actor: string) => `${reason} by ${actor}`,

  // Search and filters.
  filters: "Filters",
  searchLabel: "Search by name, id or code",
  searchIdLabel: "Search by id",
  search: "Search name, id or code",
  searchId: "Search id",
  stock: "Stock",
  overview: "Overview",
  needsAttention: "Needs attention",
  mendThem: "Mend them",
  quantityFrom: "Quantity from",
  quantityTo: "Quantity to",
  boundTo: "to",
  fromError: (problem: string) => `Quantity from: ${problem}`,
  toError: (problem: string) => `Quantity to: ${problem}`,
  showAll: "Show all",
  pets: (pets: number) => counted(pets, PETS),
  petsSearching: (pets: number) => `${counted(pets, PETS)}, searching…`,
  soFar: (pets: number) => `${formatCount(pets)} so far…`,
  petsOf: (pets: number, total: number) => `${formatCount(pets)} of ${counted(total, PETS)}`,

  // The selected rows.
  selected: (pets: number) => `${counted(pets, PETS)} selected`,
  changeSelected: "Change the selected pets",
  set: "Set",
  adjust: "Adjust",
  remove: "Remove",
  copy: "Copy",
  clear: "Clear",
  copied: (rows: number) => `${counted(rows, ROWS)} copied`,
  copyRefused: "This browser did not allow copying. Press Ctrl+C in the table instead",

  // Views.
  views: "Views",
  editViews: "Save or delete views…",
  savedViews: "Saved views",
  saveView: "Save view",
  viewName: "Name of the present view",
  viewNameHint: (view: string) => `${view}. A view with the same name is replaced.`,
  viewNameMissing: "Type a name.",
  viewSaved: (name: string) => `Saved the view “${name}”`,
  viewSavedForTab: (name: string) =>
    `Saved the view “${name}” until this tab is closed: this browser stores nothing`,
  deleteView: (name: string) => `Delete ${name}`,
  wholeView: "All pets",
  viewOf: (filters: string) => `Pets: ${filters}`,
  viewNoneLeft: "none left",
  viewInStock: "in stock",
  viewRange: (min: number, max: number) => `quantity ${formatCount(min)} to ${formatCount(max)}`,
  viewMin: (min: number) => `quantity ${formatCount(min)} or more`,
  viewLow: "low",
  viewSearch: (search: string) => `matching “${search}”`,
  viewSorted: (column: string) => `sorted by “${column}”`,
  viewSortedDescending: (column: string) => `sorted by “${column}”, descending`,

  // Printed.
  printedFirst: (pets: number, printed: number) =>
    `${counted(pets, PETS)}; the first ${formatCount(printed)} are printed`,

  // Instead of the table.
  noPets: "No pets yet",
  noPetsHint: "Add the first one, or import a file with the columns petId, quantity and status.",
  importFile: "Import a file",
  addFirst: "Add a pet",
  importThere:
    "Import a file on the machine that runs this service. The pets then appear here by themselves.",
  orImportThere:
    "Or import a file on the machine that runs this service. The pets then appear here by themselves.",
  noMatches: "No matching pets",
  noneMatchesFilters: "No pet matches the filters.",
  noneLike: (search: string) => `No pet has a name, kind, id or code like “${search}”.`,
  noneLikeAndFilters: (search: string) =>
    `No pet has a name, kind, id or code like “${search}” and matches the filters.`,
  clearSearch: "Clear the search",
  showAllPets: "Show all pets",
  addPetWithId: (petId: bigint) => `Add pet ${petId}`,
});
