// Builds and runs the programs of docs/clients.md. Libraries come from the language's own registry.

import type { Needs } from "./shell.ts";

export interface Toolchain extends Needs {
  /** The heading above the program in docs/clients.md. */
  readonly language: string;
  /** Where the program is written, relative to an empty folder in which everything runs. */
  readonly source: string;
  /** Other files that the build needs, by path. */
  readonly files?: Readonly<Record<string, string>>;
  /** A shell command that builds and runs the program. */
  readonly run: string;
}

const GSON = "com.google.code.gson:gson:2.13.2";

export const TOOLCHAINS: readonly Toolchain[] = [
  { language: "JavaScript", needs: ["node"], source: "shop.mjs", run: "node shop.mjs" },
  { language: "Python", needs: ["python3"], source: "shop.py", run: "python3 shop.py" },
  { language: "Go", needs: ["go"], source: "shop.go", run: "go run shop.go" },
  {
    language: "Java",
    needs: ["java", "mvn"],
    source: "Shop.java",
    fetch: `mvn -q -B dependency:copy -Dartifact=${GSON} -DoutputDirectory=lib`,
    run: "java -cp 'lib/*' Shop.java",
  },
  {
    language: "Kotlin",
    needs: ["java", "mvn"],
    source: "Shop.kt",
    files: { "pom.xml": pom(["org.jetbrains.kotlin:kotlin-compiler-embeddable:2.3.0", GSON]) },
    fetch: "mvn -q -B dependency:copy-dependencies -DoutputDirectory=lib",
    run:
      "java -cp 'lib/*' org.jetbrains.kotlin.cli.jvm.K2JVMCompiler -no-stdlib -no-reflect " +
      '-cp "$(echo lib/*.jar | tr " " :)" -d out Shop.kt && java -cp "out:lib/*" ShopKt',
  },
  {
    language: "C#",
    needs: ["dotnet"],
    source: "Shop.cs",
    run: "dotnet new console --no-restore -o . >/dev/null && rm Program.cs && dotnet run",
  },
  {
    language: "Rust",
    needs: ["cargo"],
    source: "src/main.rs",
    // Without TLS, which takes most of the compiler's time.
    files: {
      "Cargo.toml": `[package]
name = "shop"
edition = "2024"

[dependencies]
serde_json = "1"
ureq = { version = "3", default-features = false }
uuid = { version = "1", features = ["v4"] }
`,
    },
    fetch: "cargo fetch -q",
    run: "cargo run -q",
  },
];

function pom(artifacts: readonly string[]): string {
  const dependencies = artifacts.map((artifact) => {
    const [group, name, version] = artifact.split(":");
    return `<dependency><groupId>${group}</groupId><artifactId>${name}</artifactId><version>${version}</version></dependency>`;
  });
  return (
    "<project><modelVersion>4.0.0</modelVersion><groupId>shop</groupId><artifactId>shop</artifactId><version>1</version>" +
    `<dependencies>${dependencies.join("")}</dependencies></project>`
  );
}
