/** A report as headings and tables; every cell is plain text. */
export interface MarkdownReport {
  readonly title: string;
  readonly facts: readonly (readonly [name: string, value: string])[];
  readonly tables: readonly {
    readonly title: string;
    readonly columns: readonly string[];
    readonly rows: readonly (readonly string[])[];
    /** Instead of a table without rows. */
    readonly none: string;
  }[];
}

/** GitHub's Markdown: names from code and paths stay as they are, whatever signs they hold. */
export function exportMarkdown({ title, facts, tables }: MarkdownReport): string {
  const parts = [
    `# ${escaped(title)}`,
    facts.map(([name, value]) => `- **${escaped(name)}**: ${escaped(value)}`).join("\n"),
    ...tables.map((table) => `## ${escaped(table.title)}\n\n${table.rows.length === 0 ? escaped(table.none) : grid(table)}`),
  ];
  return `${parts.filter((part) => part !== "").join("\n\n")}\n`;
}

function grid({ columns, rows }: MarkdownReport["tables"][number]): string {
  const row = (cells: readonly string[]): string => `| ${cells.map(escaped).join(" | ")} |`;
  const rule = `| ${columns.map((_, index) => (index === 0 ? "---" : "---:")).join(" | ")} |`;
  return [row(columns), rule, ...rows.map(row)].join("\n");
}

function escaped(text: string): string {
  const marks = text.replaceAll(/\s+/g, " ").replaceAll(/[\\`*_{}[\]<>#|~]/g, String.raw`\$&`);
  // Behind a backslash GitHub still mentions @people and links addresses, but not where an entity stands in their place.
  return marks
    .replaceAll("&", "&amp;")
    .replaceAll("@", "&#64;")
    .replaceAll("://", "&#58;//")
    .replaceAll(/\bwww\./gi, "www&#46;");
}
