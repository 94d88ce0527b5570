import type { RecordedScript } from "../../history/scripts/recorded-script.ts";
import type { AppThreadTarget } from "../recorder.ts";
import { madeOnce } from "../../analysis/made-once.ts";

interface ParsedScript {
  readonly scriptId: string;
  readonly url: string;
  readonly sourceMapURL?: string;
  readonly isModule?: boolean;
}

export interface ThreadScript extends RecordedScript {
  readonly scriptId: string;
}

export interface ThreadScripts {
  readonly scripts: readonly ThreadScript[];
  /** URLs of all ES modules. */
  readonly modules: readonly string[];
}

/**
 * Texts of the scripts that a profile names by id, as V8 compiled them. `Debugger` is on only during this: it lists every script that V8
 * still holds. Pauses are skipped, so `debugger` statements do not stop. Leaves out scripts that were collected (of a vm context).
 */
export async function readThreadScripts(thread: AppThreadTarget, wanted: ReadonlyMap<string, string>): Promise<ThreadScripts> {
  const parsed: ParsedScript[] = [];
  const modules: string[] = [];
  const unsubscribe = thread.on("Debugger.scriptParsed", (params) => {
    const script = params as unknown as ParsedScript;
    if (wanted.has(script.scriptId)) parsed.push(script);
    if (script.isModule === true) modules.push(script.url);
  });
  try {
    await thread.send("Debugger.enable");
    await thread.send("Debugger.setSkipAllPauses", { skip: true });
    const scripts = await Promise.all(
      parsed.map(async ({ scriptId, sourceMapURL }) => {
        const { scriptSource } = await thread.send("Debugger.getScriptSource", { scriptId });
        return { scriptId, url: wanted.get(scriptId) ?? "", text: String(scriptSource), sourceMapUrl: sourceMapURL ?? "" };
      }),
    );
    return { scripts, modules };
  } finally {
    unsubscribe();
    await thread.send("Debugger.disable");
  }
}

/**
 * The version of each script's text, by its id: "" for the first text under a URL, then `1`, `2`… What was evaluated twice from one text has
 * one version.
 */
export function textVersions(scripts: readonly ThreadScript[]): ReadonlyMap<string, string> {
  const texts = new Map<string, string[]>();
  const versions = new Map<string, string>();
  for (const { scriptId, url, text } of scripts) {
    const known = madeOnce(texts, url, () => []);
    const found = known.indexOf(text);
    const version = found === -1 ? known.push(text) - 1 : found;
    versions.set(scriptId, version === 0 ? "" : String(version));
  }
  return versions;
}
