import { markdownFileText as escaped } from "../../analysis/escaping/markdown-text.ts";
import { xmlText } from "../../analysis/escaping/xml-text.ts";

/** Below the 65,536 characters that GitHub takes, so that whoever posts a comment can add to it. In bytes of UTF-8. */
const mostBytes = 60_000;

/** A table or a list. Rows are lines of Markdown, of which the last ones are left out where there is no room. */
export interface CommentSection {
  readonly title: string;
  readonly isFolded: boolean;
  /** What comes above the rows. */
  readonly head: readonly string[];
  readonly rows: readonly string[];
  /** How many rows there are besides. */
  readonly others?: number;
  /** What is said in place of rows. */
  readonly none?: string;
  /** What is said of rows that were left out. */
  readonly more: (count: number) => string;
}

/** A comment on a pull request in GitHub's Markdown. Everything but titles is escaped already. */
export interface Comment {
  /** By which whoever posts it finds it again: the first line. */
  readonly marker: string;
  /** One sentence. */
  readonly verdict: string;
  readonly lead: readonly string[];
  /** The most important one first: it gets what room there is. */
  readonly sections: readonly CommentSection[];
}

/** At most 60,000 bytes: rows are left out, never the verdict. */
export function commentMarkdown({ marker, verdict, lead, sections }: Comment): string {
  const start = [marker, `### ${verdict}`, ...lead];
  const sizeOf = (text: string): number => Buffer.byteLength(text) + 2;
  let room = mostBytes - start.map(sizeOf).reduce((sum, size) => sum + size, 0);
  // The frame of each section, with what is said of rows that are left out.
  for (const section of sections) room -= sizeOf(framed(section, [section.more(allOf(section))]));
  const parts = sections.map((section) => {
    let kept = 0;
    for (const row of section.rows) {
      const size = sizeOf(row);
      if (size > room) break;
      room -= size;
      kept += 1;
    }
    const rest = allOf(section) - kept;
    return framed(section, [...section.rows.slice(0, kept), ...(rest > 0 ? ["", section.more(rest)] : [])]);
  });
  return `${[...start, ...parts].join("\n\n")}\n`;
}

function allOf({ rows, others = 0 }: CommentSection): number {
  return rows.length + others;
}

function framed({ title, isFolded, head, none = "", rows }: CommentSection, shown: readonly string[]): string {
  const body = rows.length === 0 ? none : [...head, ...shown].join("\n");
  if (!isFolded) return `#### ${escaped(title)}\n\n${body}`;
  return `<details><summary>${xmlText(title)}</summary>\n\n${body}\n\n</details>`;
}
