import assert from "node:assert/strict";
import type { BrowserContext, Page } from "playwright-core";
import { expect, TestRunner, vi } from "vitest";
import { sharedBrowser } from "./browser.ts";
import type { WorkbenchServer } from "./workbench-server.ts";
import { patienceMs, WorkbenchWindow } from "./workbench-window.ts";

export interface WorkbenchOptions {
  /** A folder other than the server's own. */
  readonly folder?: string;
  /** A file to open in it, as an absolute path. */
  readonly file?: string | undefined;
  readonly viewport?: { readonly width: number; readonly height: number };
}

/** Slows the window down by this factor, which reveals tests that act too early. */
const slowdown = Number(process.env["HEATLINE_E2E_SLOWDOWN"] ?? 1);

/** A VS Code window in Chromium, with a browser profile of its own, as a user sees and uses it. Locators wait by themselves; see Playwright's docs. */
export class Workbench extends WorkbenchWindow implements AsyncDisposable {
  /** Every error that the page logged or threw, including VS Code's own. */
  readonly consoleErrors: string[] = [];
  readonly #context: BrowserContext;
  readonly #server: WorkbenchServer;
  #page: Page;

  private constructor(context: BrowserContext, page: Page, server: WorkbenchServer) {
    super();
    this.#context = context;
    this.#page = page;
    this.#server = server;
  }

  /** Opens a window on the server's folder and waits until its explorer shows files. */
  static async open(server: WorkbenchServer, options: WorkbenchOptions = {}): Promise<Workbench> {
    const browser = await sharedBrowser();
    const viewport = options.viewport ?? { width: 1440, height: 900 };
    // Drawn without a graphics card, animations would take a tenth of a journey's processor time.
    const permissions = ["clipboard-read", "clipboard-write"];
    const context = await browser.newContext({ viewport, permissions, reducedMotion: "reduce" });
    context.setDefaultTimeout(patienceMs);
    const workbench = new Workbench(context, await context.newPage(), server);
    await workbench.#load(options.folder ?? server.folder, options.file);
    return workbench;
  }

  /** Playwright's page, for what this class does not cover. */
  get page(): Page {
    return this.#page;
  }

  /** Opens another folder in this window. */
  async openFolder(folder: string): Promise<void> {
    await this.#load(folder);
  }

  /** Closes the window and opens a new one on the same folder and browser profile, as a user does the next day. */
  async reopen(folder: string = this.#server.folder): Promise<void> {
    await this.closeWindow();
    this.#page = await this.#context.newPage();
    await this.#load(folder);
  }

  /** Reloads the window with VS Code's own command, which restores editors and panels. */
  async reload(): Promise<void> {
    // So that a command which cannot be run is reported first.
    const loaded = this.#page.waitForEvent("load", { timeout: 2 * patienceMs });
    await Promise.all([loaded, this.runCommand("Developer: Reload Window")]);
    await this.#page.locator(".part.editor .tab.active").first().waitFor();
  }

  /** Closes the window only; the extension host ends about a second later. */
  async closeWindow(): Promise<void> {
    await this.#page.close({ runBeforeUnload: false });
  }
  /** Changes user settings in the open window, through their JSON editor as a user does, and closes that editor. */
  async changeSettings(changes: Readonly<Record<string, unknown>>): Promise<void> {
    await this.runCommand("Preferences: Open User Settings (JSON)");
    const tab = this.#page.locator(".tab.active").filter({ hasText: "settings.json" });
    await tab.waitFor();
    await this.editor.root.locator(".view-line").first().click();
    await this.#page.keyboard.press("Control+a");
    const settings = { ...(await this.#server.settings()), ...changes };
    // Pasted, because the editor adds brackets and indentation to typed text.
    await this.#page.evaluate((text) => navigator.clipboard.writeText(text), JSON.stringify(settings, null, 2));
    await this.#page.keyboard.press("Control+v");
    await this.runCommand("File: Save");
    await vi.waitFor(async () => this.#assertSaved(settings), { timeout: patienceMs, interval: 100 });
    await tab.and(this.#page.locator(":not(.dirty)")).waitFor();
    await this.runCommand("View: Close Editor");
    await tab.waitFor({ state: "detached" });
  }

  /** Closes the window and keeps a screenshot of the window at the end of the test. */
  async [Symbol.asyncDispose](): Promise<void> {
    const name = (expect.getState().currentTestName ?? "outside a test").replaceAll(/[^\p{L}\p{N}]+/gu, "-").slice(0, 100);
    const attempt = (TestRunner.getCurrentTest()?.result?.retryCount ?? 0) + 1;
    try {
      if (!this.#page.isClosed()) await this.screenshot(`ended/${name}${attempt > 1 ? `-${attempt}` : ""}`);
    } finally {
      await this.#context.close();
    }
  }

  async #load(folder: string, file?: string): Promise<void> {
    this.#page.on("console", (message) => {
      if (message.type() === "error") this.consoleErrors.push(message.text());
    });
    this.#page.on("pageerror", (error) => this.consoleErrors.push(String(error)));
    if (slowdown > 1) await (await this.#context.newCDPSession(this.#page)).send("Emulation.setCPUThrottlingRate", { rate: slowdown });
    await this.#page.goto(this.#server.url(folder, file));
    await this.#page.locator(".explorer-folders-view .monaco-list-row").first().waitFor();
  }

  async #assertSaved(settings: Readonly<Record<string, unknown>>): Promise<void> {
    assert.deepEqual(await this.#server.settings(), JSON.parse(JSON.stringify(settings)), "settings.json was not saved");
  }
}
