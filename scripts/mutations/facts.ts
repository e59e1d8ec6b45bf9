// Changes of one fact in one place each, which must not compile, or fail one of the tests below.

/** `from` occurs exactly once in `file` and is replaced. */
export interface Mutation {
  readonly name: string;
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

/** Quick files that compare the facts of the code with contracts, clients and documents. */
export const TESTS = [
  "test/contract/admin.test.ts",
  "test/contract/generated-types.test.ts",
  "test/contract/openapi.test.ts",
  "test/docs/facts.test.ts",
  "test/docs/keys.test.ts",
  "test/inventory/low-stock.test.ts",
];

export const MUTATIONS: readonly Mutation[] = [
  {
    name: "a new reason",
    file: "src/inventory/movement.ts",
    from: '  "correction",\n',
    to: '  "correction",\n  "stolen",\n',
  },
  {
    name: "a new reason in the contract alone",
    file: "admin.yaml",
    from: "damaged, lost, correction]",
    to: "damaged, lost, correction, stolen]",
  },
  {
    name: "a reason without a name for Go",
    file: "admin.yaml",
    from: "        - MOVEMENT_LOST\n",
    to: "",
  },
  {
    name: "a new reason of the system",
    file: "src/inventory/movement.ts",
    from: '"import", "undo"]',
    to: '"import", "undo", "merge"]',
  },
  {
    name: "a new reason in the Python client alone",
    file: "packages/python/src/petstock/_values.py",
    from: '    "correction",\n',
    to: '    "correction",\n    "stolen",\n',
  },
  {
    name: "a new status",
    file: "src/inventory/item.ts",
    from: '"pending", "sold"]',
    to: '"pending", "sold", "reserved"]',
  },
  {
    name: "another order of two roles",
    file: "src/inventory/role.ts",
    from: '"clerk", "manager"',
    to: '"manager", "clerk"',
  },
  {
    name: "a new role",
    file: "src/inventory/role.ts",
    from: '"manager", "admin"]',
    to: '"manager", "admin", "owner"]',
  },
  {
    name: "a new error code",
    file: "src/contract/errors.ts",
    from: "  pet_not_found: 404,\n",
    to: "  pet_not_found: 404,\n  shelf_not_found: 404,\n",
  },
  {
    name: "a new error code in the contract alone",
    file: "admin.yaml",
    from: "        - revision_not_found\n        - key_not_found\n",
    to: "        - revision_not_found\n        - shelf_not_found\n        - key_not_found\n",
  },
  {
    name: "longer notes",
    file: "src/inventory/note.ts",
    from: "NOTE_CHARACTERS_MAX = 200",
    to: "NOTE_CHARACTERS_MAX = 250",
  },
  {
    name: "longer texts of labels",
    file: "src/inventory/label.ts",
    from: "LABEL_TEXT_LENGTH_MAX = 200",
    to: "LABEL_TEXT_LENGTH_MAX = 250",
  },
  {
    name: "a smaller largest quantity",
    file: "src/inventory/item.ts",
    from: "QUANTITY_MAX = 2_147_483_647",
    to: "QUANTITY_MAX = 1_000_000_000",
  },
  {
    name: "more changes in a set",
    file: "src/contract/json-entries.ts",
    from: "JSON_ENTRIES_MAX = 10_000",
    to: "JSON_ENTRIES_MAX = 20_000",
  },
  {
    name: "keys expire soon a week earlier",
    file: "src/inventory/key-expiry.ts",
    from: "EXPIRES_SOON_DAYS = 14",
    to: "EXPIRES_SOON_DAYS = 7",
  },
  {
    name: "a pet at its low quantity is not low",
    file: "src/inventory/low-stock.ts",
    from: "quantity <= low",
    to: "quantity < low",
  },
  {
    name: "pending pets are never low",
    file: "src/inventory/low-stock.ts",
    from: 'status !== "sold"',
    to: 'status === "available"',
  },
  {
    name: "no margin for requests sent again",
    file: "src/inventory/idempotency.ts",
    from: "IDEMPOTENCY_RETENTION_MS - 60 * 60",
    to: "IDEMPOTENCY_RETENTION_MS - 1 * 60",
  },
  {
    name: "results are kept for half a day",
    file: "src/inventory/idempotency.ts",
    from: "IDEMPOTENCY_RETENTION_MS = 24 *",
    to: "IDEMPOTENCY_RETENTION_MS = 12 *",
  },
  {
    name: "a longer API key",
    file: "src/inventory/key-form.ts",
    from: "KEY_RANDOM_LENGTH = 32",
    to: "KEY_RANDOM_LENGTH = 40",
  },
];
