/** Whether the system refused what was asked of it, such as a file that is gone: its errors have codes. Any other error is a bug. */
export function isRefusal(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && "code" in error;
}

/** For `catch`: undefined in place of what the system refuses. */
export function ifRefused(error: unknown): undefined {
  if (!isRefusal(error)) throw error;
}

/** What `ask` gives at once; undefined where the system refuses it. */
export function unlessRefused<Result>(ask: () => Result): Result | undefined {
  try {
    return ask();
  } catch (error) {
    return ifRefused(error);
  }
}

/** Whether it is the error of a file or folder that does not exist. */
export function isMissing(error: unknown): boolean {
  return isRefusal(error) && error.code === "ENOENT";
}

/** For `catch`: undefined in place of a file or folder that does not exist. */
export function ifMissing(error: unknown): undefined {
  if (!isMissing(error)) throw error;
}
