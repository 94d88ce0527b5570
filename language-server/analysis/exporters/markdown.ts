import { markdownFileText as escaped } from "../escaping/markdown-text.ts";
import type { Report } from "./report.ts";

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
  const row = (cells: readonly string[]): string => `| ${cells.map(escaped).join(" | ")} |`;
  const rule = `| ${columns.map((_, index) => (figures.includes(index) ? "---:" : "---")).join(" | ")} |`;
  return [row(columns), rule, ...rows.map(row)].join("\n");
}
