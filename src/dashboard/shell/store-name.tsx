// The store's name, if the operator has given it one: in the navigation, and above the page where the navigation has no room for it. Cut
// off where it is too long; whole in the title, and in the account menu, where there is no pointer.

import "./store-name.css";
import { shellText } from "../language/en/shell.ts";
import type { PageProps } from "../app/dashboard.ts";
import { useSelected } from "../state/use-selected.ts";
import { Icon } from "../ui/icon.tsx";
import { isolated } from "../ui/isolated.ts";
import { PersonText } from "../ui/person-text.tsx";

/** Undefined: it has none, or it is not known yet. */
export function useStoreName({ dashboard }: PageProps): string | undefined {
  return useSelected(dashboard.store, ({ me }) => me?.store);
}

/** At the top of the navigation. Without a name, what the program is: a decoration. */
export function Brand(props: PageProps) {
  const name = useStoreName(props);
  const text = name === undefined ? shellText.brand : <PersonText text={name} />;
  return (
    <p class="brand" aria-hidden={name === undefined} title={name && isolated(name)}>
      <Icon name="inventory" /> <span>{text}</span>
    </p>
  );
}

/** Above the page, on screens on which the navigation shows no words. */
export function StoreLine(props: PageProps) {
  const name = useStoreName(props);
  if (name === undefined) return null;
  return (
    <p class="store-line" title={isolated(name)}>
      <PersonText text={name} />
    </p>
  );
}
