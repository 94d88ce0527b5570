import path from "node:path";
import * as v from "valibot";
import { exportRun } from "../../protocol/runs.ts";
import { answer } from "../respond.ts";
import type { Workspace } from "../workspace.ts";

const params = v.object({
  folder: v.pipe(v.string(), v.minLength(1)),
  format: v.picklist(["cpuprofile", "collapsed", "speedscope", "pprof", "svg", "markdown"]),
  file: v.pipe(
    v.string(),
    v.check((file) => path.isAbsolute(file), "is no absolute path"),
  ),
});

/** Any run, shown or not, as a file that other tools read. */
export function exportFeature(workspace: Workspace): Disposable {
  const texts = (): Workspace["texts"] => workspace.texts;
  return answer(workspace.connection, texts, exportRun, params, async (wanted, signal) => {
    const { settings, locale } = workspace;
    const { ownCode, pathMappings } = settings;
    const files = await workspace.aside((worker) => worker.request("export", { ...wanted, ownCode, pathMappings, locale }, signal));
    return { files };
  });
}
