import { execFileSync } from "node:child_process";
import type { CountedFunction } from "../../language-server/analysis/counts/counts.ts";

/** Counts a script that is run, in a process of its own: another session of the inspector would take its counts. */
const counting = `
const session = new (require("node:inspector").Session)();
session.connect();
session.post("Profiler.enable");
session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: true });
require("node:vm").runInThisContext(process.argv[1], { filename: "/app.js" });
session.post("Profiler.takePreciseCoverage", (error, { result }) => {
  const { functions } = result.find(({ url }) => url.endsWith("app.js"));
  const rows = functions.map(({ functionName: name, ranges }) => ({
    name,
    ranges: ranges.flatMap(({ startOffset, endOffset, count }) => [startOffset, endOffset, count]),
  }));
  console.log(JSON.stringify(rows));
});`;

/** What V8 counts of a script that is run. */
export function counted(text: string): readonly CountedFunction[] {
  return JSON.parse(execFileSync(process.execPath, ["-e", counting, text], { encoding: "utf8" })) as readonly CountedFunction[];
}
