// A text of people or files, such as a name or a note: whatever its direction, it does not turn around what stands beside it. Within
// texts of ours, as in attributes: `isolated`.

import { withoutBidiControls } from "./isolated.ts";

/** Without hooks: the table calls it as a function. */
export function PersonText({ text }: { readonly text: string }) {
  return <bdi>{withoutBidiControls(text)}</bdi>;
}
