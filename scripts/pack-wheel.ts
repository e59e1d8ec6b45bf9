// Writes the wheel of the Python client to standard output, as pack-client.ts does the archive of that for JavaScript. Argument: the version;
// by default that of the source.

import { pythonWheel } from "./python-wheel.ts";

await Bun.write(Bun.stdout, pythonWheel(process.argv[2]));
