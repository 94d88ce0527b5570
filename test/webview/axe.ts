import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { Frame, Page } from "playwright-core";

interface Axe {
  run(root: Document): Promise<{
    readonly violations: readonly {
      readonly id: string;
      readonly impact: string;
      readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[];
    }[];
  }>;
}

/** Serious and critical findings of axe on the current page or in a frame, as text; empty if there are none. */
export function seriousProblems(page: Page | Frame): Promise<string[]> {
  return problems(page, ["serious", "critical"]);
}

/** All findings, for pages whose content is all our own. */
export function anyProblems(page: Page): Promise<string[]> {
  return problems(page, ["minor", "moderate", "serious", "critical"]);
}

async function problems(page: Page | Frame, impacts: readonly string[]): Promise<string[]> {
  const script = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
  await page.evaluate(script);
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 50))));
  const violations = await page.evaluate(async () => {
    const { axe } = window as unknown as { axe: Axe };
    return (await axe.run(document)).violations;
  });
  return violations
    .filter(({ impact }) => impacts.includes(impact))
    .map(({ id, nodes }) => `${id}: ${nodes.map((node) => `${node.html.slice(0, 120)} ${node.failureSummary.slice(0, 200)}`).join(" | ")}`);
}
