// Prints the current view as a plain table, with its filters and the date. Rendered when printing begins.

import { render } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { Dashboard } from "../app/dashboard.ts";
import { inventoryText } from "../language/en/inventory.ts";
import { uiText } from "../language/en/ui.ts";
import { formatCount, formatDateTime } from "../language/format.ts";
import { viewInWords } from "./view-in-words.ts";
import { PersonText } from "../ui/person-text.tsx";
import { pageTitle } from "../state/page-title.ts";

/** About 60 pages; more would take the browser minutes. */
const ROWS_MAX = 3_000;

export function PrintView({ dashboard }: { readonly dashboard: Dashboard }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = place.current!;
    // Drawn at once: the browser prints when the listener has returned.
    const fill = (): void => {
      dashboard.shown.completeNow();
      render(<PrintedTable dashboard={dashboard} />, element);
    };
    const empty = (): void => render(null, element);
    addEventListener("beforeprint", fill);
    addEventListener("afterprint", empty);
    // For print.css: not all browsers have :has().
    document.body.classList.add("prints-view");
    return () => {
      document.body.classList.remove("prints-view");
      removeEventListener("beforeprint", fill);
      removeEventListener("afterprint", empty);
      empty();
    };
  }, [dashboard]);
  return <div ref={place} class="print-view" />;
}

function PrintedTable({ dashboard }: { readonly dashboard: Dashboard }) {
  const { shown, pets, store } = dashboard;
  const { view, me } = store.state;
  const hasNames = pets.hasLabels;
  const count = Math.min(shown.size, ROWS_MAX);
  const rows = Array.from({ length: count }, (_, index) => shown.item(index)!);
  const counts =
    shown.size > count ? inventoryText.printedFirst(shown.size, count) : inventoryText.pets(shown.size);
  return (
    <>
      <h1>
        {pageTitle("/")}
        {me?.store !== undefined && (
          <>
            {" · "}
            <PersonText text={me.store} />
          </>
        )}
      </h1>
      <p>
        {viewInWords(view)}. {counts}. {formatDateTime(new Date())}
      </p>
      <table>
        <thead>
          <tr>
            <th scope="col">{inventoryText.petId}</th>
            {hasNames && <th scope="col">{inventoryText.name}</th>}
            {hasNames && <th scope="col">{inventoryText.kind}</th>}
            <th scope="col">{inventoryText.quantity}</th>
            <th scope="col">{inventoryText.status}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ petId, quantity, status }) => (
            <tr key={String(petId)}>
              <td>{String(petId)}</td>
              {hasNames && (
                <td>
                  <PersonText text={pets.label(petId)?.name ?? ""} />
                </td>
              )}
              {hasNames && (
                <td>
                  <PersonText text={pets.label(petId)?.kind ?? ""} />
                </td>
              )}
              <td>{formatCount(quantity)}</td>
              <td>{uiText.statuses[status]}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
