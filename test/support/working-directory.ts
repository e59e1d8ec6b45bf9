// The working directory belongs to the whole process: work in another one waits until it is free again.

/** Relative paths elsewhere in the tests start at the directory in which the tests were started. */
const START = process.cwd();

const directory = {
  path: START,
  /** The number of tasks that run in it. */
  users: 0,
  freed: Promise.withResolvers<void>(),
};

/** Runs `work` with this working directory, beside other work in the same one. Not to be nested. */
export async function withWorkingDirectory<T>(path: string, work: () => Promise<T>): Promise<T> {
  while (directory.users > 0 && directory.path !== path) await directory.freed.promise;
  enter(path);
  directory.users += 1;
  try {
    return await work();
  } finally {
    directory.users -= 1;
    if (directory.users === 0) free();
  }
}

function enter(path: string): void {
  if (directory.path === path) return;
  process.chdir(path);
  directory.path = path;
}

function free(): void {
  enter(START);
  directory.freed.resolve();
  directory.freed = Promise.withResolvers();
}
