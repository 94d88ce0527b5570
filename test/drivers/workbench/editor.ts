import type { Locator, Page } from "playwright-core";

/** An extension's gutter icon; the class is what VS Code created for its decoration type. */
export interface GutterMark {
  /** 1-based. */
  readonly line: number;
  readonly className: string;
  /** What is drawn: the icon's `url(…)`, or `none`. */
  readonly backgroundImage: string;
}

export interface AfterText {
  /** 1-based. */
  readonly line: number;
  readonly text: string;
  /** CSS colour. */
  readonly color: string;
  /** 0 to 1. */
  readonly opacity: number;
}

export interface EditorLine {
  /** 1-based. */
  readonly line: number;
  readonly text: string;
}

/** Much longer than VS Code's hover delay and the server's response time. */
const hoverMs = 10_000;
const mostHovers = 4;

/**
 * A Monaco editor on the page. Its DOM contains only the lines in view; a line's number is the number at the same height, so line numbers
 * must be switched on.
 */
export class Editor {
  readonly root: Locator;
  readonly #page: Page;

  constructor(page: Page, root: Locator) {
    this.#page = page;
    this.root = root;
  }

  /** The lines in view, from top to bottom; wrapped parts of a line are joined. */
  async visibleLines(): Promise<readonly EditorLine[]> {
    return (await this.#read()).lines;
  }

  /** Texts that decorations append to the lines in view. */
  async afterTexts(): Promise<readonly AfterText[]> {
    return (await this.#read()).after;
  }

  /** Gutter icons of the lines in view, without VS Code's own, such as the light bulb. */
  async gutterMarks(): Promise<readonly GutterMark[]> {
    return (await this.#read()).gutter;
  }

  /** The lenses in view, as `{ line, text }`: the line is the one below the lens. */
  async codeLensLines(): Promise<readonly EditorLine[]> {
    return (await this.#read()).lenses;
  }

  /** Every link of every lens in view; wait for one with `.filter({ hasText }).first().waitFor()`. */
  get codeLenses(): Locator {
    return this.root.locator(".codelens-decoration a");
  }

  /** Waits until a line of the file is in view and returns its text element. Does not scroll. */
  async lineInView(line: number): Promise<Locator> {
    await using root = await this.root.elementHandle();
    await this.#page.waitForFunction(
      // Playwright passes handles for DOM nodes; the types of waitForFunction know only the node's own type.
      ([editor, wanted]) => {
        const numbers = (editor as unknown as HTMLElement).querySelectorAll(".margin-view-overlays .line-numbers");
        return [...numbers].some((element) => element.textContent?.trim() === String(wanted));
      },
      [root, line] as const,
    );
    const index = (await this.#read()).elements.find((entry) => entry.line === line)?.index;
    if (index === undefined) throw new Error(`Line ${line} has a number but no text in view.`);
    return this.root.locator(".view-lines > .view-line").nth(index);
  }

  /**
   * Moves the pointer onto a line in view, to its first code or to `text`, and returns the hover when it is visible. More content may be added
   * later: wait for what you expect with `.filter({ hasText })`.
   */
  async hover(line: number, text?: string): Promise<Locator> {
    const row = await this.lineInView(line);
    const spans = row.locator("span span");
    const target = text === undefined ? spans.filter({ hasText: /\S/ }).first() : spans.filter({ hasText: text }).last();
    const hover = this.#page.locator(".monaco-hover:not(.hidden)").filter({ hasText: /\S/ }).first();
    for (let tries = 1; ; tries++) {
      await this.#page.mouse.move(0, 0);
      // VS Code may redraw the text while the pointer arrives, and then drops the hover; a user would move the pointer again.
      try {
        await target.hover({ force: true });
        await hover.waitFor({ timeout: hoverMs });
        return hover;
      } catch (error) {
        if (tries === mostHovers) throw error;
      }
    }
  }

  async #read(): Promise<EditorView> {
    return this.root.evaluate(readEditor);
  }
}

interface EditorView {
  readonly lines: readonly EditorLine[];
  readonly elements: readonly { readonly line: number; readonly index: number }[];
  readonly gutter: readonly GutterMark[];
  readonly after: readonly AfterText[];
  readonly lenses: readonly EditorLine[];
}

/** Runs in the page, so it may only use its own variables. */
function readEditor(root: Element): EditorView {
  const middle = (element: Element): number => {
    const box = element.getBoundingClientRect();
    return box.top + box.height / 2;
  };
  const numbers = [...root.querySelectorAll(".margin-view-overlays .line-numbers")]
    .map((element) => ({ line: Number(element.textContent), y: middle(element), height: element.getBoundingClientRect().height }))
    .filter(({ line }) => line > 0)
    .toSorted((a, b) => a.y - b.y);
  // The last number at or above this height: a wrapped line has one number for several rows.
  const lineAt = (y: number): number | undefined => numbers.findLast((number) => number.y <= y + number.height / 3)?.line;

  const rows = [...root.querySelectorAll(".view-lines > .view-line")]
    .map((element, index) => ({ element, index, y: middle(element), line: lineAt(middle(element)) }))
    .toSorted((a, b) => a.y - b.y);
  const lines: EditorLine[] = [];
  const elements: { line: number; index: number }[] = [];
  const after: AfterText[] = [];
  for (const { element, index, line } of rows) {
    if (line === undefined) continue;
    const text = (element.textContent ?? "").replaceAll("\u00a0", " ");
    const last = lines.at(-1);
    if (last?.line === line) lines[lines.length - 1] = { line, text: last.text + text };
    else {
      lines.push({ line, text });
      elements.push({ line, index });
    }
    for (const span of element.querySelectorAll('span[class*="ced-"]')) {
      const style = getComputedStyle(span, "::after");
      if (style.content === "none" || style.content === "normal") continue;
      const content = style.content.replace(/^"|"$/g, "").replaceAll('\\"', '"').replaceAll("\u00a0", " ");
      after.push({ line, text: content.trim(), color: style.color, opacity: Number(style.opacity) });
    }
  }

  const gutter: GutterMark[] = [];
  for (const element of root.querySelectorAll('.cgmr[class*="TextEditorDecorationType"]')) {
    const line = lineAt(middle(element));
    const { backgroundImage } = getComputedStyle(element);
    if (line !== undefined && !gutter.some((mark) => mark.line === line && mark.className === element.className)) {
      gutter.push({ line, className: element.className, backgroundImage });
    }
  }

  // Monaco keeps lenses that were scrolled out of view.
  const view = root.getBoundingClientRect();
  const lenses: EditorLine[] = [];
  for (const element of root.querySelectorAll(".codelens-decoration")) {
    const y = middle(element);
    if (y < view.top || y > view.bottom || getComputedStyle(element).visibility === "hidden") continue;
    const line = numbers.find((number) => number.y > y)?.line;
    const text = (element.textContent ?? "").replaceAll("\u00a0", " ").trim();
    if (line !== undefined && text !== "") lenses.push({ line, text });
  }
  lenses.sort((a, b) => a.line - b.line);
  return { lines, elements, gutter, after, lenses };
}
