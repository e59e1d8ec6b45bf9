// Starts the page. It uses only the public API, like any other client.

import { render } from "preact";
import { startLanguage } from "./language/language.ts";
import { browserEnvironment } from "./shell/browser-environment.ts";
import { Dashboard } from "./app/dashboard.ts";
import { followSession } from "./shell/offline.ts";
import { followWaiting } from "./shell/persistence.ts";
import { App } from "./shell/app.tsx";

// Set by browser-check.ts, which has said why.
if (document.documentElement.className !== "too-old") {
  // Not awaited at the top of the module: then the bundler makes a wrapper for each module, which costs 6 KB.
  void startLanguage(() => localStorage).then(start);
}

function start(): void {
  const dashboard = new Dashboard(browserEnvironment());
  dashboard.start();
  followSession(dashboard.store);
  followWaiting(dashboard.store);
  render(<App dashboard={dashboard} />, document.querySelector("#dashboard")!);
}
