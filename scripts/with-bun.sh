#!/bin/sh
# Runs a script of this repository in its root with the runtime that npm has installed there, for npm's own scripts:
# with-bun.sh SCRIPT [ARGUMENT]…
cd -- "$(dirname -- "$0")/.." || exit 1
bun=node_modules/.bin/bun
if [ ! -x "$bun" ]; then
  echo "this needs the runtime and the tools of the clone: run \"npm ci\" in $(pwd) first" >&2
  exit 1
fi
exec "$bun" --no-env-file "$@"
