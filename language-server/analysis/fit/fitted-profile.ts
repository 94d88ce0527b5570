import { pathOfUrl } from "../sources/ownership.ts";
import { nameOf, type RunScripts } from "../sources/run-scripts.ts";
import { type ProblemCounts, certainties, type Profile } from "../profile/profile.ts";
import { confirms, unparsedFit } from "./start-check.ts";
import { type SampledScript, sampledScripts, scriptKey } from "./sampled-scripts.ts";
import { fitOf, type ScriptFit } from "./script-fit.ts";
import { codeCheck, functionCheck, type LineCheck } from "./line-check.ts";
import { TextFunctions } from "./text-functions.ts";
import { longestText } from "../syntax/syntax-parser.ts";
import { splitLines } from "../syntax/line-ends.ts";

const unknown = certainties.indexOf("unknown");

/** What a text that was found later says about a script's functions and lines. */
interface CheckedScript {
  /** Undefined if it contradicts none of the functions. */
  readonly fit: ScriptFit | undefined;
  readonly check: LineCheck;
}

/** By `scriptKey`: only scripts whose text was found later. */
export type CheckedScripts = ReadonlyMap<string, CheckedScript>;

/** How much of dependencies is parsed to find their functions again. In UTF-16 code units. */
const dependencyBudget = 500_000;

/**
 * Compares what profiles say about functions with the texts of scripts that were found later (`isFound`). Reports each text that contradicts
 * them. All own code is parsed, which the analysis does in any case; of dependencies only what differs at first sight.
 */
export function checkedScripts(
  profiles: readonly Profile[],
  scripts: RunScripts,
  isFound: (url: string, hash: string) => boolean,
  isOwn: (url: string) => boolean,
  problems: ProblemCounts,
): CheckedScripts {
  const checked = new Map<string, CheckedScript>();
  let left = dependencyBudget;
  for (const script of sampledScripts(profiles, isFound)) {
    const ran = scripts.find(script.url, script.hash);
    const text = scripts.text(ran?.hash ?? "");
    if (ran === undefined || text === undefined) continue;
    const key = scriptKey(script.url, script.hash);
    const lines = isOwn(script.url) ? undefined : splitLines(text, "engine");
    const isParsed = lines === undefined || (text.length <= left && !confirms(script, lines));
    if (isParsed && !isOwn(script.url)) left -= text.length;
    const syntax = isParsed ? scripts.syntax(ran) : undefined;
    const functions = syntax === undefined ? undefined : new TextFunctions(text, syntax);
    const code = functions?.lines ?? lines ?? splitLines(text, "engine");
    const fit =
      functions !== undefined ? fitOf(script, functions) : isParsed && text.length <= longestText ? unparsedFit(script, code) : undefined;
    checked.set(key, { fit, check: functions === undefined ? codeCheck(code) : functionCheck(functions) });
    if (fit !== undefined) noteContradiction(script, fit, problems);
  }
  return checked;
}

/** The profile with its functions and lines where the texts have them. What cannot be found there is without a line. */
export function fittedProfile(profile: Profile, checked: CheckedScripts): Profile {
  const { scripts, functions, stacks } = profile;
  if (checked.size === 0) return profile;
  const fitOfScript = scripts.url.map((url, row) => checked.get(scriptKey(url, scripts.hash[row] ?? ""))?.fit);
  if (fitOfScript.every((fit) => fit === undefined)) return profile;
  const funcs = functions.name.map((name, row) => ({
    name,
    line: functions.line[row] as number,
    column: functions.column[row] as number,
    fit: fitOfScript[functions.script[row] as number],
  }));
  const places = funcs.map((func) => (func.fit === undefined ? func : func.fit.placeOf(func)));
  const line = stacks.line.slice();
  const column = stacks.column.slice();
  const certainty = stacks.certainty.slice();
  for (let row = 0; row < line.length; row++) {
    const func = funcs[stacks.func[row] as number];
    if (func?.fit === undefined || line[row] === 0) continue;
    const now = func.fit.lineOf(func, line[row] as number);
    if (now !== line[row]) column[row] = -1;
    if (now === 0) certainty[row] = unknown;
    line[row] = now;
  }
  return {
    ...profile,
    functions: {
      ...functions,
      line: Int32Array.from(places, (place) => place?.line ?? 0),
      column: Int32Array.from(places, (place) => place?.column ?? -1),
    },
    stacks: { ...stacks, line, column, certainty },
  };
}

function noteContradiction({ url }: SampledScript, { contradicted, judged, onlyLines }: ScriptFit, problems: ProblemCounts): void {
  const file = nameOf(pathOfUrl(url));
  if (onlyLines) problems.count("script.otherLines", { file });
  else problems.count("script.contradicted", { file, contradicted, judged });
}
