// The page's language before sign-in; later the account menu has it.

import { uiText } from "../language/en/ui.ts";
import { LANGUAGE_NAMES, LANGUAGES } from "../language/locale.ts";
import type { Dashboard } from "../app/dashboard.ts";
import { useSelected } from "../state/use-selected.ts";

export function LanguageChoice({ dashboard }: { readonly dashboard: Dashboard }) {
  const language = useSelected(dashboard.store, (state) => state.language);
  const choose = (field: HTMLSelectElement): void => {
    const chosen = LANGUAGES[field.selectedIndex]!;
    // Not loaded: the field shows the page's language again.
    void dashboard.chooseLanguage(chosen).then(() => (field.value = dashboard.store.state.language));
  };
  return (
    <select
      class="language"
      aria-label={uiText.language}
      value={language}
      onChange={(event) => choose(event.currentTarget)}
    >
      {LANGUAGES.map((each) => (
        <option key={each} value={each} lang={each}>
          {LANGUAGE_NAMES[each]}
        </option>
      ))}
    </select>
  );
}
