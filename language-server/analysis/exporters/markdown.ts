import { markdownFileText as escaped } from "../escaping/markdown-text.ts";

/** A report as headings and tables; every cell is plain text. */
export interface Report {
  readonly title: string;
  readonly facts: readonly (readonly [name: string, value: string])[];
  readonly tables: readonly {
    readonly title: string;
    readonly columns: readonly string[];
    /** Indices of the columns with figures, which are aligned right; others are text. */
    readonly figures: readonly number[];
    readonly rows: readonly (readonly string[])[];
    /** Shown if a table has no rows. */
    readonly none: string;
  }[];
}

/** GitHub's Markdown: names from code and paths are escaped, whatever characters they contain. */
export function exportMarkdown({ title, facts, tables }: Report): string {
  const parts = [
    `# ${escaped(title)}`,
    facts.map(([name, value]) => `- **${escaped(name)}**: ${escaped(value)}`).join("\n"),
    ...tables.map((table) => `## ${escaped(table.title)}\n\n${table.rows.length === 0 ? escaped(table.none) : grid(table)}`),
  ];
  return `${parts.filter((part) => part !== "").join("\n\n")}\n`;
}

function grid({ columns, figures, rows }: Report["tables"][number]): string {
  return [...tableHead(columns.map(escaped), figures), ...rows.map((cells) => tableRow(cells.map(escaped)))].join("\n");
}

/** The first two lines of a table. Cells are escaped already; `figures`: indices of the columns that are aligned right. */
export function tableHead(columns: readonly string[], figures: readonly number[]): readonly string[] {
  return [tableRow(columns), `| ${columns.map((_, index) => (figures.includes(index) ? "---:" : "---")).join(" | ")} |`];
}

export function tableRow(cells: readonly string[]): string {
  return `| ${cells.join(" | ")} |`;
}
