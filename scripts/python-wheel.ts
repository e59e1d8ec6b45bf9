// Builds the wheel of the Python client without Python: its files are pure Python, so that the wheel is an archive of them with
// metadata (https://packaging.python.org/en/latest/specifications/binary-distribution-format/).

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { PYTHON_VERSION } from "../src/version.ts";
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

export function pythonWheel(): Uint8Array<ArrayBuffer> {
  const text = (path: string) => readFileSync(join(PACKAGE, path), "utf8");
  const { project } = Bun.TOML.parse(text("pyproject.toml")) as { project: Project };
  const info = `${project.name}-${PYTHON_VERSION}.dist-info`;
  const files: ZipFile[] = [
    ...sourceFiles(project.name),
    { name: `${info}/METADATA`, bytes: bytesOf(metadataOf(project, text("README.md"))) },
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
function sourceFiles(name: string): ZipFile[] {
  const names = readdirSync(join(SOURCE, name)).filter((each) => /\.py$|^py\.typed$/.test(each));
  return names.toSorted().map((each) => {
    const path = `${name}/${each}`;
    return { name: path, bytes: readFileSync(join(SOURCE, path)) };
  });
}

/** Core metadata 2.4: https://packaging.python.org/en/latest/specifications/core-metadata/. */
function metadataOf(project: Project, readme: string): string {
  const fields = [
    ["Metadata-Version", "2.4"],
    ["Name", project.name],
    ["Version", PYTHON_VERSION],
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
