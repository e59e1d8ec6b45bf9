// Starts the page. It is a client of the public interface like any other, and of nothing else.

import { render } from "preact";
import { Dashboard } from "./state/dashboard.ts";
import { App } from "./view/app.tsx";

const dashboard = new Dashboard();
dashboard.start();
render(<App dashboard={dashboard} />, document.querySelector("#dashboard")!);
