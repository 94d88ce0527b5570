import { tmpdir } from "node:os";
import { env } from "node:process";
import type { BuildOptions } from "esbuild";

const variable = "HEATLINE_TEST_PLATFORM";

/** The bundles that this test file then builds take this machine for one of another system, as far as Linux can stand in for it. */
export function buildFor(platform: "darwin"): void {
  env[variable] = platform;
  // There the private folder is in the home folder.
  env["HOME"] = tmpdir();
}

/** The system that bundles are built for, as part of a folder's name. */
export function platformName(): string {
  return env[variable] ?? "linux";
}

/** How to build bundles for the system in HEATLINE_TEST_PLATFORM: they see its name, and no /proc. */
export function platformOptions(): BuildOptions {
  const platform = env[variable];
  if (platform === undefined) return {};
  return { define: { "process.platform": JSON.stringify(platform) }, banner: { js: withoutProc } };
}

/** Leads what asks for a file of /proc to where nothing is, so that each function of `fs` fails as it does. */
const withoutProc = `{
  const fs = require("node:fs");
  const hidden = (file) => (/^\\/proc(?:\\/|$)/.test(file) ? "/no" + file : file);
  for (const [owner, names] of [
    [fs, ["accessSync", "existsSync", "openSync", "readFileSync", "readdirSync", "readlinkSync", "realpathSync", "statSync"]],
    [fs.promises, ["access", "open", "readFile", "readdir", "readlink", "realpath", "stat"]],
  ])
    for (const name of names) {
      const real = owner[name];
      owner[name] = Object.assign((file, ...rest) => real(hidden(file), ...rest), real);
    }
}`;
