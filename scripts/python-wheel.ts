// Builds the wheel of the Python client without Python: its files are pure Python, so that the wheel is an archive of them with
// metadata (https://packaging.python.org/en/latest/specifications/binary-distribution-format/).

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pythonVersion, SOURCE_VERSION } from "../src/version.ts";
import { storedZip, type ZipFile } from "./stored-zip.ts";

const PACKAGE = join(import.meta.dir, "../packages/python");
const SOURCE = join(PACKAGE, "src");

interface Project {
  readonly name: string;
  readonly description: string;
  readonly license: string;
  readonly "requires-python": string;
  readonly dependencies: readonly string[];
  readonly keywords: readonly string[];
  readonly classifiers: readonly string[];
}

/** `version`: as the service writes it, such as `1.3.0-dev+0123abc`. */
export function pythonWheel(version: string = SOURCE_VERSION): Uint8Array<ArrayBuffer> {
  const text = (path: string) => readFileSync(join(PACKAGE, path), "utf8");
  const { project } = Bun.TOML.parse(text("pyproject.toml")) as { project: Project };
  const info = `${project.name}-${pythonVersion(version)}.dist-info`;
  const files: ZipFile[] = [
    ...sourceFiles(project.name, version),
    { name: `${info}/METADATA`, bytes: bytesOf(metadataOf(project, version, text("README.md"))) },
    {
      name: `${info}/WHEEL`,
      bytes: bytesOf("Wheel-Version: 1.0\nGenerator: petstock\nRoot-Is-Purelib: true\nTag: py3-none-any\n"),
    },
    { name: `${info}/licenses/LICENSE`, bytes: bytesOf(text("LICENSE")) },
  ];
  const record = [...files.map(recordOf), `${info}/RECORD,,`, ""].join("\n");
  return storedZip([...files, { name: `${info}/RECORD`, bytes: bytesOf(record) }]);
}

/** Without what Python caches beside them. */
function sourceFiles(name: string, version: string): ZipFile[] {
  const names = readdirSync(join(SOURCE, name)).filter((each) => /\.py$|^py\.typed$/.test(each));
  return names.toSorted().map((each) => {
    const path = `${name}/${each}`;
    const bytes = readFileSync(join(SOURCE, path));
    return { name: path, bytes: each === "_version.py" ? withVersion(bytes, version) : bytes };
  });
}

/** `__version__` is that of the service, which the client also sends as its user agent. */
function withVersion(source: Uint8Array, version: string): Uint8Array {
  const text = new TextDecoder().decode(source);
  return bytesOf(text.replace(`"${SOURCE_VERSION}"`, () => JSON.stringify(version)));
}

/** Core metadata 2.4: https://packaging.python.org/en/latest/specifications/core-metadata/. */
function metadataOf(project: Project, version: string, readme: string): string {
  const fields = [
    ["Metadata-Version", "2.4"],
    ["Name", project.name],
    ["Version", pythonVersion(version)],
    ["Summary", project.description],
    ["Keywords", project.keywords.join(",")],
    ["License-Expression", project.license],
    ["License-File", "LICENSE"],
    ...project.classifiers.map((each) => ["Classifier", each]),
    ["Requires-Python", project["requires-python"]],
    ...project.dependencies.map((each) => ["Requires-Dist", each]),
    ["Description-Content-Type", "text/markdown"],
  ];
  return `${fields.map((field) => field.join(": ")).join("\n")}\n\n${readme}`;
}

function recordOf({ name, bytes }: ZipFile): string {
  const digest = new Bun.CryptoHasher("sha256").update(bytes).digest("base64url");
  return `${name},sha256=${digest},${bytes.length}`;
}

function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
