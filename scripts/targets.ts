// The platforms of the runtime (https://bun.com/docs/bundler/executables#supported-targets).

export const TARGETS = [
  "bun-linux-x64",
  "bun-linux-arm64",
  "bun-linux-x64-musl",
  "bun-linux-arm64-musl",
  "bun-darwin-x64",
  "bun-darwin-arm64",
  "bun-windows-x64",
  "bun-windows-arm64",
] as const;

export type Target = (typeof TARGETS)[number];

export function targetNamed(name: string | undefined): Target | undefined {
  return TARGETS.find((each) => each === name);
}
