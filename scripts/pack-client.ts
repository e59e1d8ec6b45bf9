// Writes the archive of the client's package to standard output: for the service that runs from a clone, and for the service's
// own package, which contains it. Argument: the version; by default that of the source.

import { packClient } from "./client-package.ts";

await Bun.write(Bun.stdout, await packClient(process.argv[2]));
