import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

export const root = path.resolve(import.meta.dirname, "../..");

const foreign = new Set(["node_modules", ".git", ".cache", "out"]);

/** Every Markdown file of the project, by its path from the root. What a fixture's app has is the app's. */
export function markdownFiles(folder = ""): readonly string[] {
  return readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const file = path.posix.join(folder, entry.name);
    if (entry.isDirectory()) return foreign.has(entry.name) ? [] : markdownFiles(file);
    return file.endsWith(".md") && (!file.startsWith("test/fixtures/") || entry.name === "README.md") ? [file] : [];
  });
}

export function textOf(file: string): string {
  return readFileSync(path.join(root, file), "utf8");
}

/** Without what is in blocks of code. */
export function proseOf(text: string): string {
  return text.replaceAll(/^( *)(`{3,})[^]*?^\1\2$/gm, "");
}

/** Targets of links and pictures that are not on the web: `path#anchor`, either part may be "". */
export function linksOf(text: string): readonly (readonly [file: string, anchor: string])[] {
  const links = proseOf(text).matchAll(/\]\((?!\w+:)([^)#\s]*)(?:#([^)\s]*))?\)/g);
  return [...links].map(([, file = "", anchor = ""]) => [file, anchor]);
}

/** Of its headings, as GitHub and VS Code make them. */
export function anchorsOf(text: string): ReadonlySet<string> {
  const seen = new Map<string, number>();
  const anchors = new Set<string>();
  for (const [, heading = ""] of proseOf(text).matchAll(/^#{1,6} (.+)$/gm)) {
    const shown = heading.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1").toLowerCase();
    const anchor = shown.replaceAll(/[^\p{L}\p{N}\p{M}_ -]/gu, "").replaceAll(" ", "-");
    const earlier = seen.get(anchor) ?? 0;
    seen.set(anchor, earlier + 1);
    anchors.add(earlier === 0 ? anchor : `${anchor}-${earlier}`);
  }
  return anchors;
}

/** Texts in single backticks. */
export function codeIn(text: string): readonly string[] {
  return [...proseOf(text).matchAll(/(?<!`)`([^`\n]+)`(?!`)/g)].map(([, code = ""]) => code);
}

/** The first cells of a table's rows, heads left out. */
export function firstCells(text: string): readonly string[] {
  const rows = [...text.matchAll(/^\| ([^|]+?) +\|/gm)].map(([, cell = ""]) => cell);
  return rows.filter((cell) => !/^-+$/.test(cell));
}
