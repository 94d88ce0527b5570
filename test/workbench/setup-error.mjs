/** A failure the user can fix: the message says what happened and what to do, so it is shown without a stack. */
export class SetupError extends Error {
  /** @override */
  name = "SetupError";
}

/**
 * The one place where a script turns an error into output. Sets the exit code to 1; a SetupError prints its message
 * alone, anything else is a bug and keeps its stack.
 * @param {() => Promise<void>} main
 */
export async function runScript(main) {
  try {
    await main();
  } catch (error) {
    console.error(error instanceof SetupError ? `\n${error.message}` : error);
    process.exitCode = 1;
  }
}
