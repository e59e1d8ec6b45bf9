// Builds what the client's package consists of, in packages/client/dist: `npm run build:client`, and before every `npm pack` there.

import { buildClient, DIST } from "./client-package.ts";

await buildClient(DIST);
