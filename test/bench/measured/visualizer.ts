import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import type { Browser } from "playwright-core";
import { launchBrowser } from "../../drivers/workbench/browser.ts";
import { serve } from "../../webview/browser.ts";
import { installWorkbench } from "../../workbench/installation.mjs";

/** Time taken, and the peak resident memory of the process. */
export interface Cost {
  readonly seconds: number;
  readonly megabytes: number;
}

/**
 * Opens a `.cpuprofile` in the installed VS Code's own visualizer: the extension's part in a separate Node process, its unmodified page in
 * Chromium, until the first row of the bottom-up table is visible.
 */
export async function openInVisualizer(profile: string): Promise<{ readonly extension: Cost; readonly page: Cost }> {
  const { entry } = await installWorkbench("latest");
  const folder = path.join(path.dirname(entry), "../../lib/vscode/extensions/ms-vscode.vscode-js-profile-table");
  const scratch = await mkdtemp(path.join(os.tmpdir(), "heatline-bench-"));
  try {
    const html = path.join(scratch, "page.html");
    const script = path.join(import.meta.dirname, "visualizer-page.cjs");
    const { stdout } = await promisify(execFile)(process.execPath, [script, folder, profile, html]);
    const client = await readFile(path.join(folder, "out/cpu-client.bundle.js"));
    const files = new Map([
      ["/page", { body: await readFile(html), type: "text/html" }],
      ["/cpu-client.bundle.js", { body: client, type: "text/javascript" }],
    ]);
    await using site = await serve(files);
    const browser = await launchBrowser("--js-flags=--max-old-space-size=8000");
    try {
      return { extension: JSON.parse(stdout) as Cost, page: await openPage(browser, `${site.origin}/page`) };
    } finally {
      await browser.close();
    }
  } finally {
    await rm(scratch, { recursive: true });
  }
}

async function openPage(browser: Browser, url: string): Promise<Cost> {
  const before = new Set(await renderers(browser));
  const began = performance.now();
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await page.addInitScript("globalThis.acquireVsCodeApi = () => ({ postMessage() {}, getState() {}, setState() {} })");
  // The page's script blocks loading until everything is drawn.
  await page.goto(url, { timeout: 0 });
  await page.locator('[role="treeitem"]').first().waitFor({ timeout: 0 });
  const seconds = (performance.now() - began) / 1000;
  const own = (await renderers(browser)).filter((pid) => !before.has(pid));
  return { seconds, megabytes: Math.max(...own.map(mostResident)) };
}

async function renderers(browser: Browser): Promise<readonly number[]> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send("SystemInfo.getProcessInfo");
  await session.detach();
  return processInfo.filter(({ type }) => type === "renderer").map(({ id }) => id);
}

/** In MB. Linux only. */
function mostResident(pid: number): number {
  return Number(/VmHWM:\s*(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;
}
