import type { RecordedScript } from "../../history/scripts/run-scripts.ts";
import type { AppThreadTarget } from "../recorder.ts";

interface ParsedScript {
  readonly scriptId: string;
  readonly url: string;
  readonly sourceMapURL?: string;
}

/**
 * Texts of the scripts as V8 compiled them, by the ids that a profile names. `Debugger` is on for just as long: it lists every script that
 * V8 still holds. Pauses are skipped, so no `debugger` statement stops. Scripts that are gone (a vm context collected) are left out.
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
