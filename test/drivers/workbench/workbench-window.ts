import { mkdir } from "node:fs/promises";
import path from "node:path";
import type { Frame, Locator, Page } from "playwright-core";
import { cacheFolder } from "../../workbench/installation.mjs";
import { Editor } from "./editor.ts";

/** Enough for a cold start on a busy machine; only reached on failure. */
export const patienceMs = 60_000;

/** Position of the cursor; both 1-based, as in the status bar. */
export interface Cursor {
  readonly line: number;
  readonly column: number;
}

/** Maximum number of pages of a list that are searched for a row. */
const mostPages = 30;

/** Longer than a clicked folder in the Explorer, and the palette after its key, take to open. */
const reactionMs = 5_000;

/** Opens a folder in the Explorer. VS Code opens folders of a new window itself, so a click may come just after that and close the folder. */
async function expand(row: Locator): Promise<void> {
  const expanded = row.and(row.page().locator('[aria-expanded="true"]'));
  const deadline = performance.now() + patienceMs;
  while (!(await expanded.isVisible())) {
    if (performance.now() > deadline) throw new Error(`A folder of the explorer does not open: ${await row.ariaSnapshot()}`);
    await row.click();
    await expanded.waitFor({ timeout: reactionMs }).catch(() => undefined);
  }
}

/** The contents of one window, and its user's actions. */
export abstract class WorkbenchWindow {
  /** Playwright's page, for what this class does not cover. */
  abstract get page(): Page;

  /** Runs a command from the palette by its full title, such as `Heatline: Profile Current App`. */
  async runCommand(title: string): Promise<void> {
    const deadline = performance.now() + patienceMs;
    // A key gets lost that is pressed while a window loads, or while the element with the focus goes.
    do {
      await this.page.keyboard.press("F1");
      await this.quickInput.waitFor({ timeout: reactionMs }).catch(() => undefined);
    } while (!(await this.quickInput.isVisible()) && performance.now() < deadline);
    await this.quickInput.fill(`>${title}`);
    await this.#rowLabelled(title).click();
    await this.#paletteGone();
  }

  /** Opens a file by its path in the workspace, by clicks in the Explorer (Ctrl+P's search finds nothing in the oldest VS Code). */
  async openFile(file: string): Promise<Editor> {
    await this.openFromExplorer(file);
    await this.editor.root.locator(".view-line").first().waitFor();
    return this.editor;
  }

  /** Opens a file in the same way, in whatever editor VS Code has for it. */
  async openFromExplorer(file: string): Promise<void> {
    const segments = file.split("/");
    const name = segments.at(-1) ?? file;
    await this.page.keyboard.press("Control+Shift+E");
    for (const [depth, segment] of segments.entries()) {
      const rows = this.page.locator(`.explorer-folders-view .monaco-list-row[aria-level="${depth + 1}"]`);
      const row = rows
        .and(this.page.locator(`[aria-label="${segment}"], [aria-label^="${segment} "], [aria-label^="${segment},"]`))
        .first();
      await row.waitFor();
      const isFolder = depth < segments.length - 1;
      if (isFolder) await expand(row);
      else await row.dblclick();
    }
    await this.page.locator(".editor-group-container.active .tab.active").filter({ hasText: name }).waitFor();
  }

  /** Moves the focus to the Explorer, so that a jump into the code visibly takes it away. */
  async focusExplorer(): Promise<void> {
    await this.page.keyboard.press("Control+Shift+E");
    await this.page.locator(".explorer-folders-view .monaco-list:focus").waitFor();
  }

  /** A jump into the code ends when the editor gets the focus; until then it could still take the focus from where the next key is meant to go. */
  async ledToCode(): Promise<void> {
    await this.page.locator(".editor-group-container.active .monaco-editor.focused").waitFor();
  }

  /** The editor that has the focus or had it last. */
  get editor(): Editor {
    return new Editor(this.page, this.page.locator(".editor-group-container.active .editor-instance .monaco-editor").first());
  }

  /** Puts the cursor on a line of the active editor and scrolls it into view; both 1-based. */
  async goToLine(line: number, column = 1): Promise<void> {
    await this.page.keyboard.press("Control+g");
    await this.quickInput.waitFor();
    await this.quickInput.fill(`:${line}:${column}`);
    await this.quickInput.press("Enter");
    await this.quickInput.waitFor({ state: "hidden" });
    await this.editor.lineInView(line);
  }

  /** Position of the cursor in the active editor; waits until there is one. */
  async cursor(): Promise<Cursor> {
    const text = await this.page.locator('.statusbar-item[id="status.editor.selection"]').innerText();
    const match = /(\d+)\D+(\d+)/.exec(text);
    if (!match) throw new Error(`The status bar says no position but "${text}".`);
    return { line: Number(match[1]), column: Number(match[2]) };
  }

  /** `etagger.js:13`: file and line of the cursor in the first editor group, even if a panel beside it has the focus; moves the focus there. */
  async shownPosition(): Promise<string> {
    await this.page.keyboard.press("Control+1");
    const { line } = await this.cursor();
    return `${await this.activeTab()}:${line}`;
  }

  /** The label of the active editor tab. */
  async activeTab(): Promise<string> {
    const label = this.page.locator(".editor-group-container.active .tab.active .monaco-icon-label-container").first();
    return (await label.textContent())?.trim() ?? "";
  }

  /** Playwright's names for keys, such as `Control+Shift+P`; the focused element gets them. */
  async press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) await this.page.keyboard.press(key);
  }

  async type(text: string): Promise<void> {
    await this.page.keyboard.type(text);
  }

  /** The text box of the palette, a quick pick or an input box. */
  get quickInput(): Locator {
    return this.page.locator(".quick-input-widget:visible input[type=text]");
  }

  /** Rows of the open quick pick. */
  get quickPickRows(): Locator {
    return this.page.locator(".quick-input-widget:visible .monaco-list-row");
  }

  /** Rows of the open quick pick whose text contains this. */
  quickPickRow(text: string | RegExp): Locator {
    return this.quickPickRows.filter({ hasText: text });
  }

  /** Chooses the first row of a quick pick that contains this text. */
  async quickPick(text: string | RegExp): Promise<void> {
    await this.quickPickRow(text).first().click();
  }

  /** Answers the input box whose title, prompt or placeholder contains the question. */
  async answer(question: string, text: string): Promise<void> {
    const widget = this.page.locator(".quick-input-widget:visible");
    const asked = widget.filter({ hasText: question }).or(widget.filter({ has: this.page.getByPlaceholder(question) }));
    // A password box hides what is typed.
    const input = asked.locator("input[type=text], input[type=password]");
    await input.fill(text);
    await input.press("Enter");
  }

  /** Notifications that contain this text; press a button with `.getByRole("button", { name })`. */
  toast(text: string | RegExp): Locator {
    return this.page.locator(".notification-toast").filter({ hasText: text });
  }

  /** A modal dialog that contains this text. */
  dialog(text: string | RegExp): Locator {
    return this.page.locator(".monaco-dialog-box").filter({ hasText: text });
  }

  /** Status bar entries that contain this text. */
  statusBar(text: string | RegExp): Locator {
    return this.page.locator(".statusbar-item:visible").filter({ hasText: text });
  }

  /** Buttons of the active editor's title bar, by their tooltip. */
  titleButton(title: string): Locator {
    return this.page.locator(`.editor-group-container.active .title .action-label[aria-label^="${title}"]:visible`);
  }

  /** Shows a container of the activity bar, by its title. */
  async openView(title: string): Promise<void> {
    const tab = this.page.locator(`.activitybar .action-item:has(.action-label[aria-label^="${title}"])`);
    if ((await tab.getAttribute("aria-selected")) === "true" && (await this.sideBar.isVisible())) return;
    await tab.click();
    await this.sideBar.filter({ hasText: new RegExp(title, "i") }).waitFor();
  }

  get sideBar(): Locator {
    return this.page.locator(".part.sidebar");
  }

  /** One view of the side bar, by its title. */
  view(title: string): Locator {
    return this.sideBar.locator(`.pane:has(.pane-header[aria-label^="${title}"])`);
  }

  /** Rows of a tree view, by the view's title. */
  treeRows(title: string): Locator {
    return this.view(title).locator(".monaco-list-row");
  }

  /** The document inside a webview panel, webview view or custom editor, by the beginning of its title; waits until it exists. */
  async webview(title: string): Promise<Frame> {
    for (let tries = 0; ; tries++) {
      for (const found of await this.#webviews()) if (found.title.startsWith(title)) return found.document;
      if (tries * 100 > patienceMs) throw new Error(`No webview is titled "${title}", but: ${(await this.webviewTitles()).join(", ")}.`);
      await this.page.waitForTimeout(100);
    }
  }

  /** Titles of all webviews that currently show a document. */
  async webviewTitles(): Promise<readonly string[]> {
    return (await this.#webviews()).map(({ title }) => title);
  }

  /** The Debug Console, Output, … text currently shown in the panel. */
  get panel(): Locator {
    return this.page.locator(".part.panel");
  }

  /** Saves a screenshot of the window as `.cache/artifacts/<name>.png` and returns its path. */
  async screenshot(name: string): Promise<string> {
    const file = path.join(cacheFolder, "artifacts", `${name}.png`);
    await mkdir(path.dirname(file), { recursive: true });
    await this.page.screenshot({ path: file });
    return file;
  }

  /** Enters an absolute path into the open-file dialog. */
  async chooseFile(file: string): Promise<void> {
    // The dialog first lists a folder and then replaces whatever was typed with that folder's path.
    await this.quickPickRow("..").waitFor();
    await this.quickInput.fill(file);
    const row = this.quickPickRow(path.basename(file));
    await row.waitFor();
    await this.quickInput.press("Enter");
    // Another question may take the dialog's place at once.
    await row.waitFor({ state: "hidden" });
  }

  /** Answers the save dialog with a path. */
  async saveAs(file: string): Promise<void> {
    await this.quickPickRow("..").waitFor();
    await this.quickInput.fill(file);
    await this.quickInput.press("Enter");
    await this.quickInput.waitFor({ state: "hidden" });
  }

  /** The extension's activation time according to VS Code, by display name, in milliseconds. */
  async activationMs(extension: string): Promise<number> {
    await this.runCommand("Developer: Show Running Extensions");
    const list = this.page.locator(".runtime-extensions-editor .monaco-list");
    const row = list.locator(".monaco-list-row").filter({ hasText: extension });
    await list.locator(".monaco-list-row").first().waitFor();
    // Slowest first; only the rows in view exist.
    await list.focus();
    await this.press("Home");
    for (let page = 0; page < mostPages && (await row.count()) === 0; page++) await this.press("PageDown");
    const text = await row.locator(".activation-time").innerText();
    const match = /(\d+)\s*ms/.exec(text);
    if (!match) throw new Error(`VS Code gives no activation time for ${extension} but "${text}".`);
    return Number(match[1]);
  }

  /** VS Code names a panel's frame by its title, but that of a custom editor only by its document. */
  async #webviews(): Promise<readonly { readonly title: string; readonly document: Frame }[]> {
    const found: { title: string; document: Frame }[] = [];
    const handles = await this.page.locator("iframe.webview.ready").elementHandles();
    try {
      for (const outer of handles) {
        await using inner = (await (await outer.contentFrame())?.$("iframe#active-frame")) ?? undefined;
        const document = await inner?.contentFrame();
        if (!inner || !document) continue;
        const given = await inner.getAttribute("title");
        found.push({ title: given === null || given === "undefined" ? await document.title() : given, document });
      }
      return found;
    } finally {
      // A handle that is kept keeps its web view in the window's memory, also after one of them has gone meanwhile.
      for (const each of handles) await each.dispose();
    }
  }

  /** A command may reopen the same box with another question, so its disappearance alone is not enough. */
  async #paletteGone(): Promise<void> {
    await this.page.waitForFunction(() => {
      const input = document.querySelector<HTMLInputElement>(".quick-input-widget input[type=text]");
      return input === null || !input.checkVisibility() || !input.value.startsWith(">");
    });
  }

  #rowLabelled(label: string): Locator {
    const exact = this.page.locator(".monaco-icon-label .label-name").getByText(label, { exact: true });
    return this.quickPickRows.filter({ has: exact }).first();
  }
}
