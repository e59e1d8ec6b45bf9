// The policy of versions and deprecation, docs/versions.md, as a section of the reference: both contracts link to it.

import { html, type Html, markdown } from "./html.ts";

/** Where a service has the files beside that document; of others, which it has not, the link's text stays. */
const SERVED = new Map([
  ["../openapi.yaml", "/openapi.yaml"],
  ["../admin.yaml", "/admin/openapi.yaml"],
]);
/** A link to a file of the repository. */
const LINK = /\[([^\]]+)\]\((\.\.\/[^)]+)\)/g;

/** `policy`: the document's text. */
export function versionsSection(policy: string): Html {
  const linked = policy.replace(LINK, (_, text: string, path: string) => {
    const address = SERVED.get(path);
    return address === undefined ? text : `[${text}](${address})`;
  });
  // One level lower, below the title of the page.
  return html`<section id="versions">${markdown(linked.replace(/^#+ /gm, "#$&"))}</section>`;
}
