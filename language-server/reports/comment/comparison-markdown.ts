import { isChange } from "../../analysis/compare/chance/verdict.ts";
import type { LineDifference } from "../../analysis/compare/diff.ts";
import type { Difference } from "../../analysis/compare/significance.ts";
import { tableHead, tableRow } from "../../analysis/exporters/markdown.ts";
import type { ComparedRuns } from "../../answers/compare/compared-runs.ts";
import type { CommandText } from "../../texts/command-text.ts";
import { type ComparedSelections, selectionFacts } from "../compared-selection.ts";
import { changeColumns, comparisonReport, costTexts, functionText, placeIn, verdictText as wordOf } from "../comparison-report.ts";
import type { ReportWords } from "../run-report.ts";
import { changeText, codeCell, columns, type CommentWords, moreOf, textCell, verdictText, shownMachine } from "./cells.ts";
import { type CommentSection, commentMarkdown } from "./comment.ts";

const mostLines = 10;
const mostFunctions = 30;

/** The first line of a comparison's comment. */
const marker = "<!-- heatline: compare -->";

const headlineWords = {
  better: "comment.better",
  worse: "comment.worse",
  mixed: "comment.mixed",
  noChange: "comment.noDifference",
} as const;

const busyWords = {
  slower: "comment.slower",
  faster: "comment.faster",
  new: "comment.new",
  vanished: "comment.vanished",
  load: "comment.noDifference",
  noise: "comment.noDifference",
} as const satisfies Readonly<Record<Difference["verdict"], CommandText["code"]>>;

/** Two runs as a comment on a pull request, as `benchMarkdown` writes a bench. `over`: what a limit says. At most 60,000 bytes. */
export function comparisonMarkdown(
  compared: ComparedRuns,
  selections: ComparedSelections,
  words: ReportWords & CommentWords,
  over?: CommandText,
): string {
  const { difference, caveats } = compared;
  const { say } = words;
  const isOfOneRun = selections.next.spans !== null;
  const report = comparisonReport(compared, words, { isOfOneRun, facts: selectionFacts(compared, selections, words) });
  const warnings =
    caveats.length === 0 ? [] : [textCell(say({ code: "comment.warnings", values: { count: caveats.length, shown: caveats.length } }))];
  return commentMarkdown({
    marker,
    verdict: textCell(verdictOf(compared, words)),
    lead: [
      ...(over === undefined ? [] : [`**${textCell(say({ code: "comment.over" }))}**: ${textCell(say(over))}`]),
      [codeCell(report.title), ...warnings].join(" · "),
    ],
    sections: [
      changesSection(
        { title: "report.changedLines", rows: difference.lines, most: mostLines, isFolded: false, nameOf: textOfLine },
        compared,
        words,
      ),
      changesSection(
        {
          title: "report.changedFunctions",
          rows: difference.functions,
          most: mostFunctions,
          isFolded: true,
          nameOf: (row) => functionText(row, words),
        },
        compared,
        words,
      ),
      {
        title: say({ code: "comment.details" }),
        isFolded: true,
        head: [],
        rows: [...report.facts, ...machineFacts(compared, words)].map(([name, value]) => `- **${textCell(name)}**: ${textCell(value)}`),
        more: moreOf(words),
      },
    ],
  });
}

function verdictOf({ headline, difference: { busy }, units }: ComparedRuns, words: CommentWords): string {
  const judged = headline.figures.find(({ name }) => name === "busy");
  const interval = judged?.interval ?? { low: (busy.base + busy.low) / busy.base, high: (busy.base + busy.high) / busy.base };
  const code = headline.word === undefined ? busyWords[busy.verdict] : headlineWords[headline.word];
  const ratio = busy.base === 0 ? { ratio: null, low: null, high: null } : { ratio: judged?.ratio ?? busy.next / busy.base, ...interval };
  return verdictText({ code }, { code: `report.busyPer.${units.per}` }, ratio, words);
}

interface Changes<Row> {
  readonly title: "report.changedLines" | "report.changedFunctions";
  readonly rows: readonly Row[];
  readonly most: number;
  readonly isFolded: boolean;
  readonly nameOf: (row: Row) => string;
}

function changesSection<Row extends Difference & Pick<LineDifference, "baseAt" | "nextAt">>(
  { title, rows, most, isFolded, nameOf }: Changes<Row>,
  compared: ComparedRuns,
  words: ReportWords & CommentWords,
): CommentSection {
  const shown = changeColumns(compared.difference);
  const changed = rows.filter(({ verdict }) => isChange(verdict));
  const first = title === "report.changedLines" ? "report.line" : "report.function";
  return {
    title: `${words.say({ code: title })}${isFolded ? ` (${words.count(changed.length)})` : ""}`,
    isFolded,
    head: tableHead(
      columns(words, first, "report.place", ...shown),
      shown.slice(1).map((_, at) => at + 2),
    ),
    rows: changed
      .slice(0, most)
      .map((row) =>
        tableRow([
          codeCell(nameOf(row)),
          codeCell(placeIn(compared, row)),
          ...costTexts(row, compared.difference, words).map(textCell),
          textCell(changeText({ before: row.base, change: row.delta, low: row.low, high: row.high }, words)),
          textCell(wordOf(row.verdict, words)),
        ]),
      ),
    others: Math.max(0, changed.length - most),
    none: textCell(words.say({ code: "report.noneChanged" })),
    more: moreOf(words),
  };
}

function textOfLine({ baseText, nextText, nextAt }: LineDifference): string {
  return nextAt === undefined ? baseText : nextText;
}

/** Of each side, where both say the same of both. */
function machineFacts({ base, next }: ComparedRuns, words: ReportWords & CommentWords): readonly (readonly [string, string])[] {
  const factsOf = ({ run }: ComparedRuns["base"]): string =>
    [
      run.app.gitCommit,
      run.app.nodeVersion === "" ? "" : `Node.js ${run.app.nodeVersion.replace(/^v/, "")}`,
      shownMachine(run.machine, words),
    ]
      .filter((text) => text !== "")
      .join(" · ");
  const [before, after] = [factsOf(base), factsOf(next)];
  return (
    [
      ["report.before", before],
      ["report.after", after],
    ] as const
  ).flatMap(([code, text]) => (text === "" ? [] : [[words.say({ code }), text] as const]));
}
