import type { AdviceRule } from "./advice.ts";
import type { AdvicePlace, AdviceEvidence } from "./evidence.ts";
import { workByLine, markFunctions, isSignificant } from "./work-by-line.ts";

/** Minimum share of busy time on one line. */
const leastShare = 0.05;

/** `JSON.stringify` or `JSON.parse` of a value that never changes: a deep copy, or a constant of the module. */
export const jsonRepeated: AdviceRule = {
  id: "json-repeated",
  find(evidence) {
    const { costs, profile } = evidence;
    const isJson = markFunctions(
      evidence,
      (name, _path, row) => profile.functions.source[row] === -1 && /^(JSON\.)?(stringify|parse)$/.test(name),
    );
    const found = workByLine(evidence, isJson, ({ thread, rows, inRequest }, row, above) => {
      if (above !== -1) return above;
      const script = rows.script[row] as number;
      const isDirect = isJson[thread.stacks.func[row] as number] === 1 && script !== -1 && script === rows.own[row];
      return isDirect && inRequest[row] === 1 ? row : -1;
    });
    return found.flatMap(({ place, ticks, inferred }) => {
      if (place === undefined || !isSignificant(ticks, costs.busyTicks, leastShare)) return [];
      const value = sameValue(evidence, place);
      if (value === undefined) return [];
      const figures = { share: { share: ticks / costs.busyTicks }, value: { text: value } };
      const documentation = "https://developer.mozilla.org/docs/Web/JavaScript/Reference/Global_Objects/JSON/stringify";
      return [{ place, ticks, inferred, figures, documentation }];
    });
  },
};

/** The module's constant that the line converts to or from JSON; undefined if the value may change. */
function sameValue({ lineText, textOf }: AdviceEvidence, place: AdvicePlace): string | undefined {
  const name = /JSON\s*\.\s*(?:stringify|parse)\s*\(\s*([\p{ID_Start}$_][\p{ID_Continue}$]*)\s*[,)]/u.exec(lineText(place))?.[1];
  if (name === undefined) return undefined;
  const word = `${name.replaceAll("$", "\\$")}(?![\\w$])`;
  const text = textOf(place.source) ?? "";
  const isConstant = new RegExp(`^(?:(?:export )?const ${word}|import [^;]*?[\\s{,]${word})`, "m").test(text);
  // Redeclared in a function, or a parameter: the line may refer to that one.
  const isShadowed = new RegExp(
    `^[ \\t]+(?:const|let|var) ${word}|(?:[(,{[]\\s*|\\.\\.\\.)${word}[^()\\n]*\\)\\s*(?:=>|\\{|:)|[=(,]\\s*${word}\\s*=>`,
    "m",
  );
  return isConstant && !isShadowed.test(text) ? name : undefined;
}
