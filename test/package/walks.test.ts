import { existsSync, statSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { markdownFiles, root, textOf } from "./markdown.ts";

/** A step of a walk through the code: a numbered line of a section whose heading begins with “Follow”, or of one below it. */
interface Step {
  readonly page: string;
  readonly text: string;
}

const steps = markdownFiles().flatMap((page) => stepsOf(page, textOf(page)));

function stepsOf(page: string, text: string): readonly Step[] {
  const sections = text.split(/^(?=## )/m).filter((section) => section.startsWith("## Follow "));
  return sections.flatMap((section) => [...section.matchAll(/^\d+\. (.+)$/gm)].map(([, line = ""]) => ({ page, text: line })));
}

test("every walk leads through files that exist, to names that they have", () => {
  expect(new Set(steps.map(({ page }) => page)).size).toBeGreaterThan(10);
  expect(steps.length).toBeGreaterThan(70);
  expect(steps.flatMap(missingIn)).toEqual([]);
});

test("a walk to a file or a name that is gone is reported", () => {
  const page = "language-server/lsp/README.md";
  const text = "**Asked**: `features/hover.ts`: `hoverFeature`, `noSuchName`; `no-such-file.ts`; `lens.ts`";
  expect(missingIn({ page, text })).toEqual([
    `noSuchName in language-server/lsp/features/hover.ts (${page})`,
    `no-such-file.ts (${page})`,
    `lens.ts (${page})`,
  ]);
});

/** Files and folders that are nowhere, and names that are not in the file named before them. */
function missingIn({ page, text }: Step): readonly string[] {
  const missing: string[] = [];
  let file: string | undefined;
  for (const [, code = ""] of text.matchAll(/`([^`]+)`/g)) {
    if (/\.m?ts$|\.mjs$|\/$/.test(code)) {
      const beside = file === undefined ? [] : [path.posix.dirname(file)];
      const found = [...beside, path.posix.dirname(page), "language-server", ""]
        .map((folder) => path.posix.join(folder, code))
        .find((each) => existsSync(path.join(root, each)));
      if (found === undefined) missing.push(`${code} (${page})`);
      else if (statSync(path.join(root, found)).isFile()) file = found;
    } else if (/^[A-Za-z]+$/.test(code) && file !== undefined && !new RegExp(`\\b${code}\\b`).test(textOf(file)))
      missing.push(`${code} in ${file} (${page})`);
  }
  return missing;
}
