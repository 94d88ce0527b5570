import { MarkupKind } from "vscode-languageserver/node";
import { oneLine, plainText, markdownHoverText } from "../../analysis/escaping/markdown-text.ts";
import type { ClientFeatures } from "../client-features.ts";
import { shortened } from "../../analysis/shortened.ts";

/** How a hover is written, as far as its client can show it. Texts that `show` has not gone through are Heatline's own. */
export interface Markup {
  /** Text of the profiled program, on one line. */
  readonly show: (text: string) => string;
  readonly strong: (text: string) => string;
  readonly note: (text: string) => string;
  /** Runs a command with one JSON argument; only the label where the client has no such command. */
  readonly commandLink: (label: string, command: string, argument: unknown) => string;
  /** A `commandLink` that says nothing without its command; "" there. */
  readonly action: (label: string, command: string, argument: unknown) => string;
  readonly webLink: (label: string, url: string) => string;
  /** Goes before an advice. */
  readonly adviceMark: string;
  /** Between lines of a paragraph. */
  readonly lineBreak: string;
  /** The first cell of `heads` is empty, that of a row its name. */
  readonly table: (heads: readonly string[], rows: readonly (readonly string[])[]) => string;
}

export function markupFor({ markup, runsCommands }: ClientFeatures): Markup {
  if (markup === MarkupKind.PlainText) return plain;
  return runsCommands ? markdownWithCommands : markdown;
}

const longestText = 200;

const plain: Markup = {
  show: (text) => plainText(shortened(text, longestText)),
  strong: (text) => text,
  note: (text) => text,
  commandLink: (label) => label,
  action: () => "",
  webLink: (label, url) => `${label}: ${url}`,
  adviceMark: "",
  lineBreak: "\n",
  table: ([, ...heads], rows) =>
    rows
      .map(([name = "", ...figures]) => `${name}: ${figures.map((figure, index) => `${heads[index] ?? ""} ${figure}`).join(" · ")}`)
      .join("\n"),
};

const markdown: Markup = {
  ...plain,
  show: (text) => markdownHoverText(oneLine(shortened(text, longestText))),
  strong: (text) => `**${text}**`,
  note: (text) => `*${text}*`,
  webLink: (label, url) => `[${label}](${url})`,
  lineBreak: "  \n",
  table: (heads, rows) => markdownTable(heads, rows, "", " "),
};

const markdownWithCommands: Markup = {
  ...markdown,
  commandLink,
  action: commandLink,
  adviceMark: "$(lightbulb) ",
  // VS Code draws cells of a hover's table without padding, and in a narrow one would put a figure's unit on a line of its own.
  table: (heads, rows) => markdownTable(heads, rows, "&nbsp;&nbsp;&nbsp;", "&nbsp;"),
};

function markdownTable(heads: readonly string[], rows: readonly (readonly string[])[], gap: string, space: string): string {
  const tableRow = ([name = "", ...cells]: readonly string[]): string =>
    `| ${[name, ...cells.map((cell) => `${gap}${cell}`)].join(" | ")} |`;
  const alignment = `| ${heads.map((_head, index) => (index === 0 ? ":--" : "--:")).join(" | ")} |`;
  const figures = rows.map(([name = "", ...cells]) => [name, ...cells.map((cell) => cell.replaceAll(" ", space))]);
  return [tableRow(heads), alignment, ...figures.map(tableRow)].join("\n");
}

/** Encodes parentheses, which would end the link. */
function commandLink(label: string, command: string, argument: unknown): string {
  const json = encodeURIComponent(JSON.stringify([argument]))
    .replaceAll("(", "%28")
    .replaceAll(")", "%29");
  return `[${label}](command:${command}?${json})`;
}
