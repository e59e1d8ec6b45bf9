// Runs the bundler for browsers, and says in its error where the source is wrong.

export interface Built {
  readonly outputs: readonly Bun.BuildArtifact[];
  /** The source files that are in them, as paths from the working directory. */
  readonly inputs: readonly string[];
}

/** Throws if the source does not build. */
export async function runBuild(
  entry: string,
  options: Omit<Bun.BuildConfig, "entrypoints" | "compile">,
): Promise<Built> {
  const { success, outputs, logs, metafile } = await Bun.build({
    ...options,
    entrypoints: [entry],
    target: "browser",
    minify: true,
    metafile: true,
    throw: false,
  });
  if (!success) throw new Error([`${entry} does not build:`, ...logs.map(describeLog)].join("\n  "));
  return { outputs, inputs: inputsOf(metafile) };
}

/** Without those of which nothing is left. */
export function inputsOf(metafile: Bun.BuildMetafile | undefined): readonly string[] {
  const outputs = Object.values(metafile?.outputs ?? {});
  return outputs.flatMap(({ inputs }) =>
    Object.entries(inputs)
      .filter(([, { bytesInOutput }]) => bytesInOutput > 0)
      .map(([path]) => path),
  );
}

function describeLog({ message, position }: BuildMessage | ResolveMessage): string {
  return position === null ? message : `${position.file}:${position.line}: ${message}`;
}
