import { harmless } from "../../analysis/escaping/hidden-characters.ts";
import { type Explained, explainRequest, explainSlowest, slowRequests } from "../../answers/waits/explained-request.ts";
import type { WaitsPass } from "../../answers/waits/waits-pass.ts";
import { explainedTexts, type NameLine, slowestShareText } from "../../reports/requests/explained-words.ts";
import { jsonExplained, type JsonExplained } from "../../reports/requests/json-explained.ts";
import { pathEnd } from "./report-text.ts";
import type { OpenedTarget } from "../targets/target.ts";
import type { Style } from "../terminal.ts";
import { nameText, reportWordsIn } from "../words/report-words.ts";

/** Requests that are explained one by one. */
const mostExplained = 3;

/** What the time of the slowest requests went to: of the slowest 1 % on average, then of the slowest ones. */
export function explainedText({ pathNow }: OpenedTarget, pass: WaitsPass, style: Style): string {
  const words = reportWordsIn(style.words);
  const { textOf } = words;
  const title = style.bold(textOf("explained.title"));
  const slowest = explainSlowest(pass);
  if (slowest === null) return `${title}\n${textOf("explained.noRequests")}`;
  const placeOf: NameLine = ({ path, line, name }) => `${pathEnd(pathNow(path))}:${line} ${nameText(name, style.words)}`.trimEnd();
  const share = [textOf("explained.rewritten"), ...slowestShareText(slowest, slowRequests(pass, 0), words, placeOf)];
  const each = explainedTexts(slowestExplained(pass), words, placeOf);
  return [
    [title, ...share.map(harmless)],
    [style.bold(textOf("explained.titleEach")), ...each.map(harmless)],
  ]
    .map((lines) => lines.join("\n"))
    .join("\n\n");
}

/** Null without a pass, or if it has no request. */
export function explainedJson({ pathNow }: OpenedTarget, pass: WaitsPass | undefined): JsonExplained | null {
  const slowest = pass === undefined ? null : explainSlowest(pass);
  return pass === undefined || slowest === null ? null : jsonExplained(slowRequests(pass, 0), slowest, slowestExplained(pass), pathNow);
}

function slowestExplained(pass: WaitsPass): readonly Explained[] {
  return slowRequests(pass, mostExplained).rows.flatMap(({ id }) => explainRequest(pass, id) ?? []);
}
