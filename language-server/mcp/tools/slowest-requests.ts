import * as v from "valibot";
import { phrasesIn } from "../../lsp/words/group-text.ts";
import { hasWaits } from "../../history/run-passes.ts";
import { slowestShareText } from "../../reports/requests/explained-words.ts";
import { blockedNote, slowestVerdict, slowRowNotes } from "../../reports/requests/slowest-words.ts";
import type { NamePlace } from "../../reports/requests/slowest-headline.ts";
import { milliseconds, seconds, piece, plain } from "../answer/figures.ts";
import { headOf, headSchema } from "../answer/head.ts";
import { cursor, page, pageFacts, type Row } from "../answer/page.ts";
import type { OpenedRun } from "../runs/opened-runs.ts";
import type { Session } from "../session.ts";
import { reads, run, Refusal, type ToolDefinition } from "./tool.ts";

const input = v.strictObject({ run, cursor });

const row = v.object({
  request: v.string(),
  fromSeconds: v.number(),
  ms: v.number(),
  /** How many requests were slow in that moment. */
  requests: v.number(),
  how: v.string(),
  ranMore: v.optional(v.string()),
  blockedBy: v.optional(v.string()),
});

const phrases = { ...phrasesIn("en"), locale: "en" } as const;
/** The first says the most. */
const mostSentences = 4;
const longestSentence = 220;
const longestSum = 400;

export const slowestRequestsTool: ToolDefinition<typeof input, Session> = {
  name: "heatline_slowest_requests",
  title: "The slowest requests",
  description:
    "Why the slowest requests of a run's load were slow: p99 with its best known cause, the lines that ran more than usual in slow moments if that is sure enough, and each slow moment. The URL of a slow request is not its cause.",
  input,
  output: v.object({
    ...headSchema,
    said: v.array(v.string()),
    explained: v.optional(v.array(v.string())),
    rows: v.array(row),
    ...pageFacts,
  }),
  hints: reads,
  run: async ({ run: wanted, cursor: from }, call, session) => {
    const opened = await session.open(wanted, call);
    const answer = await opened.ask("slowest", {});
    if (answer === null) throw new Refusal(`${opened.handle} has no thread to look at.`);
    const head = headOf(opened);
    const placeOf = placesOf(opened);
    const said = slowestVerdict(answer, phrases, placeOf)
      .slice(0, mostSentences)
      .map((each) => piece(each, longestSentence));
    const explained = await explainedBy(opened);
    const rows = answer.moments.flatMap((moment): readonly Row[] => {
      const slowest = answer.rows[moment.rows[0] ?? -1];
      if (slowest === undefined) return [];
      const ran = slowest.line === undefined ? undefined : answer.lines[slowest.line];
      const ranMore = ran === undefined ? undefined : placeOf(ran);
      const blockedBy = slowest.blocked === undefined ? undefined : plain(blockedNote(slowest.blocked, phrases, placeOf), 200);
      const how = plain(slowRowNotes(slowest, phrases).join(", "), 200);
      const [ms, at] = [milliseconds((slowest.to - slowest.from) / 1000), seconds(slowest.from)];
      const request = plain(slowest.request);
      const others = moment.requests > 1 ? ` and ${moment.requests - 1} more` : "";
      const why = [ranMore === undefined ? "" : `; ran more than usual: ${ranMore}`, blockedBy === undefined ? "" : `; ${blockedBy}`].join(
        "",
      );
      return [
        {
          text: `${ms} ms at ${at} s: ${request}${others}, ${how}${why}`,
          data: {
            request,
            fromSeconds: at,
            ms,
            requests: moment.requests,
            how,
            ...(ranMore === undefined ? {} : { ranMore }),
            ...(blockedBy === undefined ? {} : { blockedBy }),
          },
        },
      ];
    });
    return page(rows, from, {
      question: ["slowestRequests", opened.handle],
      head: [head.line, ...said, ...explained, "Slow moments, the slowest first:"],
      facts: { ...head.facts, said, ...(explained.length === 0 ? {} : { explained }) },
      empty: "There is none.",
      next: "heatline_blocks says what blocked the event loop.",
    });
  },
};

/** What the time of the slowest 1 % went to, beside usual requests; nothing without a waits pass. */
async function explainedBy(opened: OpenedRun): Promise<readonly string[]> {
  const found = hasWaits(opened.view.run) ? await opened.ask("explain", { kind: "together" }) : null;
  if (found?.kind !== "together") return [];
  const labelOf = placesOf(opened);
  return slowestShareText(found.slowest, found, phrases, labelOf)
    .slice(0, 2)
    .map((each) => piece(each, longestSum));
}

function placesOf(opened: OpenedRun): NamePlace {
  return ({ path, line, name }) => `${plain(opened.roots.label(path), 120)}:${line} ${plain(name, 60)}`.trimEnd();
}
