// Texts of the shell: navigation, the connection's state, what a page says while it loads.

import { counted } from "../format.ts";
import { texts } from "../texts.ts";

export const shellText = texts("shell", {
  live: "Live",
  dialogNotLoaded: "The dialog could not be loaded. Check the connection, then try again",
  lastChecked: (time: string) => `Last checked at ${time}`,
  changesWaiting: (changes: number) => `${counted(changes, { one: "change", other: "changes" })} waiting`,
});
