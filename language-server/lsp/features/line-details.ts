import { lineDetails } from "../../protocol/line-details.ts";
import { leastFeatures } from "../client-features.ts";
import { respond } from "../respond.ts";
import { placeLabel } from "../runs/place-label.ts";
import { fromLspLine } from "../to-lsp.ts";
import { wordsOf } from "../words/cost-text.ts";
import { lineInsides } from "../words/line-insides.ts";
import { markupFor } from "../words/markup.ts";
import { textIn } from "../../texts/localised.ts";
import type { Workspace } from "../workspace.ts";

/** What the hover of a line leaves out for being V8's business, with explanations. */
export function lineDetailsFeature(workspace: Workspace): Disposable {
  return respond(workspace, lineDetails, async ({ uri, line }, signal) => {
    const { shown, settings, locale } = workspace;
    const document = workspace.documents.get(uri);
    if (shown === undefined || document === undefined) return null;
    const path = await shown.pathOf(document.uri);
    const view = await shown.documentView(document, settings);
    const ran = view?.ranLines[fromLspLine(line)] ?? 0;
    const cost = path === undefined || ran === 0 ? null : await shown.request("line", { path, line: ran }, signal);
    if (path === undefined || cost === null) return null;
    const details = lineInsides(cost, { words: wordsOf(shown, locale), textOf: textIn(locale), markup: markupFor(leastFeatures) });
    return { title: placeLabel({ path, line: ran }, line), groups: [{ title: workspace.textOf("details.insides"), details }] };
  });
}
