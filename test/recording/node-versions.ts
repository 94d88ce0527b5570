import { execFile } from "node:child_process";
import { access, mkdir, realpath } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);
const cache = path.join(import.meta.dirname, "../../.cache");

/** The Node versions that an app may run on; 20 is the one the tests run on. */
export const nodeMajors = [18, 20, 22, 24, 26] as const;

/** Path of a Node of that major, fetched from npm into the cache when it is not there yet. */
export async function nodeOf(major: number): Promise<string> {
  if (Number.parseInt(process.versions.node, 10) === major) return realpath(process.execPath);
  const folder = path.join(cache, `node-${major}`);
  const binary = path.join(folder, "node_modules/node/bin/node");
  try {
    await access(binary);
  } catch {
    await mkdir(folder, { recursive: true });
    // The package's own script puts the binary of this platform in place.
    await run("npm", ["install", "--prefix", folder, "--no-save", "--no-audit", "--no-fund", "--ignore-scripts=false", `node@${major}`], {
      shell: process.platform === "win32",
    });
  }
  return binary;
}
