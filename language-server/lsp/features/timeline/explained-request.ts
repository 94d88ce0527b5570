import { exportMarkdown } from "../../../analysis/exporters/markdown.ts";
import type { Explained, ExplainedSide as Side, ExplainedRequest as Request } from "../../../answers/waits/explained-request.ts";
import { type DifferentLine, requestDifferences } from "../../../answers/waits/request-differences.ts";
import type { ExplainedAnswer } from "../../../answers/waits/shown-waits.ts";
import {
  type ExplainedDifference,
  explainedRequest,
  type ExplainedRequest,
  type ExplainedSide,
} from "../../../protocol/explain/explained-request.ts";
import type { Location } from "../../../protocol/place.ts";
import {
  explainedReport,
  type NameLine,
  requestFacts,
  slowestShareText,
  sumParts,
  sumText,
} from "../../../reports/requests/explained-words.ts";
import type { ReportWords } from "../../../reports/run-report.ts";
import { newest, respond } from "../../respond.ts";
import type { OpenRun } from "../../runs/open-run.ts";
import { placeLabel } from "../../runs/place-label.ts";
import { reportWordsIn } from "../../words/group-text.ts";
import type { Workspace } from "../../workspace.ts";

/** Answers where the time of one request of the shown run's waits pass went, or of its slowest 1 %. */
export function explainedRequestFeature(workspace: Workspace): Disposable {
  return respond(
    workspace,
    explainedRequest,
    newest(async ({ which }, signal): Promise<ExplainedRequest | null> => {
      const run = workspace.requireShown();
      const found = run.live ? null : await run.request("explain", which, signal);
      if (found === null) return null;
      const worder = new Worder(reportWordsIn(workspace.locale), await located(found, run, signal));
      return found.kind === "one" ? worder.one(found) : worder.together(found);
    }),
  );
}

interface Place {
  readonly path: string;
  readonly line: number;
}

/** Where a place is in the current sources. */
type Located = (place: Place) => Location | undefined;

async function located(found: ExplainedAnswer, run: OpenRun, signal: AbortSignal): Promise<Located> {
  const sides = found.kind === "one" ? [found.explained.one, found.explained.usual] : [found.slowest.one, found.slowest.usual];
  const places = sides.flatMap((side) => (side === null ? [] : placesOf(side)));
  const unique = [...new Map(places.map((place) => [keyOf(place), place])).values()];
  const locations = await run.locate(unique, signal);
  const byKey = new Map(unique.map((place, index) => [keyOf(place), locations[index]]));
  return (place) => byKey.get(keyOf(place));
}

function placesOf(side: Side | Request): readonly Place[] {
  const rows = "rows" in side ? side.rows : [];
  return [...side.cpu, ...side.waiting, ...side.held, ...rows].flatMap(({ path, line }) =>
    path === undefined || line === undefined ? [] : [{ path, line }],
  );
}

function keyOf({ path, line }: Place): string {
  return `${line} ${path}`;
}

/** Puts what is known of requests into words. */
class Worder {
  readonly #words: ReportWords;
  readonly #located: Located;
  readonly #labelOf: NameLine;

  constructor(words: ReportWords, where: Located) {
    [this.#words, this.#located] = [words, where];
    this.#labelOf = (place) => placeLabel(place, where(place)?.range.start.line);
  }

  one({ explained, isOther, unmatched, open }: Extract<ExplainedAnswer, { kind: "one" }>): ExplainedRequest {
    const { phrase, duration } = this.#words;
    const { one, usual, previous, next } = explained;
    const textOf = (code: "explained.thisRequest" | "explained.usualRequest"): string => phrase({ code });
    return {
      id: one.id,
      title: phrase({ code: "requestPage.title.one", values: { request: one.request, time: duration(one.us / 1000) } }),
      facts: requestFacts(one, this.#words),
      notes: [
        ...(isOther ? [phrase({ code: "requestPage.note.like", values: { request: one.route ?? one.request } })] : []),
        ...this.#missing({ unmatched, open }),
      ],
      previous,
      next,
      one: this.#requestSide(textOf("explained.thisRequest"), one),
      usual: usual && this.#requestSide(textOf("explained.usualRequest"), usual),
      differences: this.#differences(one, usual),
      markdown: this.#markdown(explained),
    };
  }

  together({ slowest, unmatched, open }: Extract<ExplainedAnswer, { kind: "together" }>): ExplainedRequest {
    const { phrase, count } = this.#words;
    const { requests, one, usual } = slowest;
    const title = phrase({ code: "requestPage.title.together", values: { count: requests, shown: count(requests) } });
    const texts = slowestShareText(slowest, { unmatched, open }, this.#words, this.#labelOf);
    return {
      id: null,
      title,
      facts: [],
      notes: this.#missing({ unmatched, open }),
      previous: null,
      next: null,
      one: this.#side(phrase({ code: "requestPage.slowest" }), one),
      usual: this.#side(phrase({ code: "requestPage.usual" }), usual),
      differences: this.#differences(one, usual),
      markdown: texts.map((text) => `- ${text}\n`).join(""),
    };
  }

  #missing({ unmatched, open }: Pick<ExplainedAnswer, "unmatched" | "open">): readonly string[] {
    const { phrase, count } = this.#words;
    return [
      ...(unmatched === 0 ? [] : [phrase({ code: "explained.unmatched", values: { shown: count(unmatched) } })]),
      ...(open === 0 ? [] : [phrase({ code: "explained.open", values: { shown: count(open) } })]),
    ];
  }

  #markdown(explained: Explained): string {
    return exportMarkdown(explainedReport(explained, this.#words, this.#labelOf));
  }

  #side(title: string, side: Side): ExplainedSide {
    return {
      title,
      ms: side.us / 1000,
      sum: sumText(side, this.#words, this.#labelOf),
      parts: sumParts(side, this.#words, this.#labelOf),
      rows: [],
      moreRows: 0,
    };
  }

  #requestSide(title: string, request: Request): ExplainedSide {
    const { phrase } = this.#words;
    return {
      ...this.#side(title, request),
      rows: request.rows.map(({ kind, fromUs, toUs, path, line, text, route }) => {
        const heldUp = { code: "explained.heldUpBy", values: { by: route ?? phrase({ code: "explained.otherWork" }) } } as const;
        const what = text === "" ? phrase({ code: `explained.kind.${kind}` }) : text;
        return {
          kind,
          from: Math.max(0, fromUs) / 1000,
          to: Math.max(0, toUs) / 1000,
          what: kind === "held" ? phrase(heldUp) : what,
          ...this.#placed(path === undefined ? undefined : { path, line: line ?? 0 }, false),
        };
      }),
      moreRows: request.moreRows,
    };
  }

  #differences(one: Side, usual: Side | null): readonly ExplainedDifference[] {
    const { phrase } = this.#words;
    const usualMs = (us: number): number | undefined => (usual === null ? undefined : us / 1000);
    return requestDifferences(one, usual).flatMap(({ kind, us, usualUs, lines }): ExplainedDifference[] => [
      {
        kind,
        what: phrase({ code: `explained.kind.${kind}` }),
        label: "",
        location: null,
        isLine: false,
        ms: us / 1000,
        usualMs: usualMs(usualUs),
      },
      ...lines.map((line): ExplainedDifference => ({
        kind,
        what: this.#whatOf(line),
        ...this.#placed(line.path === undefined ? undefined : { path: line.path, line: line.line }, line.isInferred),
        isLine: true,
        ms: line.us / 1000,
        usualMs: usualMs(line.usualUs),
      })),
    ]);
  }

  #whatOf({ text, route, name, times }: DifferentLine): string {
    const { phrase, count } = this.#words;
    const often = times > 1 ? ` ${phrase({ code: "explained.times", values: { shown: count(Math.round(times * 10) / 10) } })}` : "";
    if (text !== "") return `${text}${often}`;
    return route ?? (name === "" ? phrase({ code: "explained.otherWork" }) : this.#words.functionName(name));
  }

  #placed(place: Place | undefined, isInferred: boolean): Pick<ExplainedDifference, "label" | "location"> {
    if (place === undefined) return { label: "", location: null };
    const label = this.#labelOf({ ...place, name: "" });
    return { label: isInferred ? `≈ ${label}` : label, location: this.#located(place) ?? null };
  }
}
