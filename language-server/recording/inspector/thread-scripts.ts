import { reasonOf } from "../../analysis/failure-reason.ts";
import type { Problem, ScriptTable } from "../../analysis/profile/profile.ts";
import type { RecordedScript } from "../../history/scripts/script-reader.ts";
import type { AppThreadTarget } from "../recorder.ts";
import { madeOnce } from "../../analysis/collections.ts";

interface ParsedScript {
  readonly scriptId: string;
  readonly url: string;
  readonly sourceMapURL?: string;
  readonly isModule?: boolean;
}

export interface ThreadScript extends RecordedScript {
  readonly scriptId: string;
}

interface ThreadScripts {
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

/** Texts of the scripts that a profile of a thread names, and which of them each script had. */
export interface ProfileTexts extends Pick<ThreadScripts, "modules"> {
  readonly hashOf: (url: string, scriptId: string) => string;
  /** In the order of the profile's scripts: it has one for each text. */
  readonly of: (scripts: ScriptTable) => readonly RecordedScript[];
  readonly problems: readonly Problem[];
}

/** Sources that cannot be read are a problem of the thread. */
export async function readProfileTexts(
  thread: AppThreadTarget,
  frames: Iterable<Pick<ParsedScript, "scriptId" | "url">>,
): Promise<ProfileTexts> {
  const wanted = new Map<string, string>();
  for (const { scriptId, url } of frames) if (url !== "") wanted.set(scriptId, url);
  let read: ThreadScripts = { scripts: [], modules: [] };
  const problems: Problem[] = [];
  try {
    read = await readThreadScripts(thread, wanted);
  } catch (error) {
    if (error instanceof TypeError || !(error instanceof Error)) throw error;
    problems.push({ code: "inspector.noSources", values: { name: thread.name, reason: reasonOf(error) }, count: 1 });
  }
  const { scripts, modules } = read;
  const versions = textVersions(scripts);
  return {
    modules,
    problems,
    hashOf: (_url, scriptId) => versions.get(scriptId) ?? "",
    of: ({ url, hash }) =>
      url.flatMap((each, row) => {
        const found = scripts.find((script) => script.url === each && versions.get(script.scriptId) === hash[row]);
        return found === undefined ? [] : [{ url: found.url, text: found.text, sourceMapUrl: found.sourceMapUrl }];
      }),
  };
}

/**
 * The version of each script's text, by its id: "" for the first text under a URL, then `1`, `2`… What was evaluated twice from one text has
 * one version.
 */
function textVersions(scripts: readonly ThreadScript[]): ReadonlyMap<string, string> {
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
