// Runs the bundler for browsers, and says in its error where the source is wrong.

/** Throws if the source does not build. */
export async function runBuild(
  entry: string,
  options: Omit<Bun.BuildConfig, "entrypoints" | "compile">,
): Promise<readonly Bun.BuildArtifact[]> {
  const { success, outputs, logs } = await Bun.build({
    ...options,
    entrypoints: [entry],
    target: "browser",
    minify: true,
    throw: false,
  });
  if (!success) throw new Error([`${entry} does not build:`, ...logs.map(describeLog)].join("\n  "));
  return outputs;
}

function describeLog({ message, position }: BuildMessage | ResolveMessage): string {
  return position === null ? message : `${position.file}:${position.line}: ${message}`;
}
