import type { RecordedScript } from "../../history/scripts/run-scripts.ts";
import type { AppThreadTarget } from "../recorder.ts";

interface ParsedScript {
  readonly scriptId: string;
  readonly url: string;
  readonly sourceMapURL?: string;
}

/**
 * Texts of the scripts that a profile names by id, as V8 compiled them. `Debugger` is on only during this: it lists every script that V8
 * still holds. Pauses are skipped, so `debugger` statements do not stop. Leaves out scripts that were collected (of a vm context).
 */
export async function readThreadScripts(thread: AppThreadTarget, wanted: ReadonlyMap<string, string>): Promise<readonly RecordedScript[]> {
  const parsed: ParsedScript[] = [];
  const unsubscribe = thread.on("Debugger.scriptParsed", (params) => {
    const script = params as unknown as ParsedScript;
    if (wanted.has(script.scriptId)) parsed.push(script);
  });
  try {
    await thread.send("Debugger.enable");
    await thread.send("Debugger.setSkipAllPauses", { skip: true });
    return await Promise.all(
      parsed.map(async ({ scriptId, sourceMapURL }) => {
        const { scriptSource } = await thread.send("Debugger.getScriptSource", { scriptId });
        return { url: wanted.get(scriptId) ?? "", text: String(scriptSource), sourceMapUrl: sourceMapURL ?? "" };
      }),
    );
  } finally {
    unsubscribe();
    await thread.send("Debugger.disable");
  }
}
