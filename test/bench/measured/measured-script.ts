import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import { build } from "esbuild";

/** Bundles a script of this folder into another one. Each call of the result runs it in a new process, and reads the JSON that it writes. */
export async function measuredScript<Figures>(script: string, folder: string): Promise<(argument: string) => Promise<Figures>> {
  const outfile = path.join(folder, `${path.basename(script, ".ts")}.cjs`);
  const entryPoints = [path.join(import.meta.dirname, script)];
  await build({ entryPoints, outfile, bundle: true, platform: "node", target: "node20", format: "cjs", logLevel: "error" });
  return async (argument) => {
    const options = { env: { ...process.env, NODE_OPTIONS: "" }, maxBuffer: 64e6 };
    const { stdout } = await promisify(execFile)(process.execPath, ["--expose-gc", outfile, argument], options);
    return JSON.parse(stdout) as Figures;
  };
}
