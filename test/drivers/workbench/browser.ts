import { chromium } from "playwright-core";
import type { Browser } from "playwright-core";
import { findChromium } from "../../workbench/tools.mjs";

const flags = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--disable-dev-shm-usage",
];

/** Starts a headless Chromium; retries once if it crashes at the start, as it sometimes does on a busy machine. */
export async function launchBrowser(...more: readonly string[]): Promise<Browser> {
  const executablePath = findChromium();
  if (executablePath === undefined) throw new Error("No Chromium found: run `node test/workbench/ensure-tools.mjs`.");
  const options = { executablePath, args: [...flags, ...more] };
  return chromium.launch(options).catch(() => chromium.launch(options));
}

let shared: Promise<Browser> | undefined;

/** One for all test files of a worker, which ends with it: to start another one takes one to two seconds of processor time. */
export async function sharedBrowser(): Promise<Browser> {
  const before = await shared?.catch(() => undefined);
  if (before?.isConnected() !== true) shared = launchBrowser();
  return await (shared as Promise<Browser>);
}
