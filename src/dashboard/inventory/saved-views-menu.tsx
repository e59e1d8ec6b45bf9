// Names the current view, and opens views that were named before.

import { useEffect, useState } from "preact/hooks";
import type { Dashboard } from "../app/dashboard.ts";
import { useFields } from "../state/use-selected.ts";
import { queryFromView } from "../data/view-query.ts";
import { Menu } from "../ui/menu.tsx";
import { Icon } from "../ui/icon.tsx";
import { SavedViewsDialog } from "./saved-views-dialog.tsx";
import { isolated } from "../ui/isolated.ts";
import { inventoryText } from "../language/en/inventory.ts";

export function SavedViewsMenu({ dashboard }: { readonly dashboard: Dashboard }) {
  const { view, savedViews } = useFields(dashboard.store, "view", "savedViews");
  const [isEditing, setEditing] = useState(false);
  useEffect(() => void dashboard.savedViews.load(), []);
  const query = queryFromView(view);
  const items = savedViews.map((saved) => ({
    title: isolated(saved.id),
    checked: saved.query === query,
    run: () => dashboard.go("/", saved.query),
  }));
  return (
    <>
      <Menu items={[...items, { title: inventoryText.editViews, run: () => setEditing(true) }]}>
        {inventoryText.views}
        <Icon name="down" />
      </Menu>
      {isEditing && <SavedViewsDialog dashboard={dashboard} onClose={() => setEditing(false)} />}
    </>
  );
}
