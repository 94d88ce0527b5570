import { execFile } from "node:child_process";
import { promisify } from "node:util";

const run = promisify(execFile);

/** What a Node program writes to its standard output, without the tests' NODE_OPTIONS. Rejects with how it ended, unless it succeeded. */
export async function nodeOutput(
  node: string,
  args: readonly string[],
  cwd?: string,
  env: Readonly<Record<string, string>> = {},
): Promise<string> {
  try {
    return (await run(node, args, { cwd, env: { ...process.env, NODE_OPTIONS: "", ...env }, maxBuffer: 1 << 28 })).stdout;
  } catch (error) {
    const { code, signal, stdout, stderr } = error as { code?: unknown; signal?: unknown; stdout?: string; stderr?: unknown };
    // Node 18 may be killed by its own sampler's signal after its work is done.
    if (signal === "SIGPROF") return stdout ?? "";
    throw new Error(`It ended with ${String(signal ?? code)} and wrote: ${String(stderr)}`, { cause: error });
  }
}
