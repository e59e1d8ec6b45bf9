/** Changes in a change set as JSON, or labels in a change of labels, at most (admin.yaml). Rows have no such limit. */
export const JSON_ENTRIES_MAX = 10_000;
