// Starts the page. It uses only the public API, like any other client.

import { render } from "preact";
import { browserEnvironment } from "./browser-environment.ts";
import { Dashboard } from "./state/dashboard.ts";
import { App } from "./view/app.tsx";

const dashboard = new Dashboard(browserEnvironment());
dashboard.start();
render(<App dashboard={dashboard} />, document.querySelector("#dashboard")!);
