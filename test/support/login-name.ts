// The login name of the user who runs the tests, as the system's own command says it.

const { stdout, success } = Bun.spawnSync(["id", "-un"], { stderr: "ignore" });

/** The actor of the command line in the ledger. */
export const CLI_ACTOR = `cli:${success ? stdout.toString().trimEnd() : `uid ${process.getuid?.()}`}`;
