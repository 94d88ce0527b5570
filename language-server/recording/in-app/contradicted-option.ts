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
