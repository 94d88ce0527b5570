/** File names of package managers, without version and extension. They start the app but are not part of it. */
const npmNames = ["npm", "npx", "npm-cli", "npx-cli", "npm-prefix", "pnpm", "pnpx"];
const names = [...npmNames, "yarn", "yarnpkg", "corepack"];

/** Source of a regular expression for file names such as `npm`, `npm-cli.js`, `yarn-4.9.2.cjs`. */
export const packageManagerPattern = patternOf(names);

/** The same for those that put the app's packages first in PATH, which may contain a Node (`node`); Yarn puts its own Node before them. */
export const npmPattern = patternOf(npmNames);

/** The same as the pattern of a shell's `case`. */
export const packageManagerCases = names.flatMap((name) => [name, `${name}.js`, `${name}.[cm]js`, `${name}-[0-9]*.[cm]js`]).join("|");

function patternOf(programs: readonly string[]): string {
  return String.raw`^(${programs.join("|")})(-[\d.]+)?(\.[cm]?js)?$`;
}

/** Of the recorder's options those that may differ: the log says its interval, and reasons for deoptimisations are an extra. */
const optional: ReadonlySet<string> = new Set(["prof-sampling-interval", "log-deopt"]);

/** What brings about another option, which it does not name. */
const implied: Readonly<Record<string, string>> = { "always-sparkplug": "sparkplug" };

/**
 * The option of an app that contradicts one of the recorder's, so that V8 writes no log, writes it elsewhere, or without the right lines;
 * undefined if there is none. The last of several counts, and V8 reads `_` as `-` and `--nolog` as `--no-log` (`FlagList::SetFlagsFromCommandLine`).
 */
export function contradictedOption(ours: readonly string[], theirs: readonly string[]): string | undefined {
  for (const own of ours) {
    const { name, value } = flagOf(own, []);
    if (optional.has(name)) continue;
    const last = theirs.filter((option) => flagOf(option, [name]).name === name).at(-1);
    if (last !== undefined && flagOf(last, [name]).value !== value) return last;
  }
  return undefined;
}

interface Flag {
  readonly name: string;
  readonly value: string;
}

/** `names`: which are known to be negated also without a hyphen after `no`. */
function flagOf(option: string, names: readonly string[]): Flag {
  const [, written = "", value] = /^--?([^=]+)(?:=(.*))?$/s.exec(option) ?? [];
  const key = written.replaceAll("_", "-");
  const negated = key.startsWith("no-") ? key.slice(3) : names.find((name) => key === `no${name}`);
  if (negated !== undefined) return { name: negated, value: "false" };
  return { name: implied[key] ?? key, value: value ?? "true" };
}
