import type { Frame, Locator } from "playwright-core";
import { expect } from "vitest";
import type { Workbench } from "./workbench.ts";

/** Enough for a start, a load run and its analysis on a busy machine; only reached on failure. */
export const runPatienceMs = 90_000;

export interface LoadNumbers {
  readonly durationSeconds: number;
  readonly warmupSeconds: number;
  readonly connections?: number;
}

/** Heatline as a user sees it in one window: button, load form, annotations, flame panel. */
export class Heatline {
  readonly #workbench: Workbench;

  constructor(workbench: Workbench) {
    this.#workbench = workbench;
  }

  /** Presses the flame button of the active editor's title bar. */
  async pressButton(): Promise<void> {
    await this.#workbench.titleButton("Profile Current App").click();
  }

  /** The load form's document. */
  async form(): Promise<Frame> {
    return this.#workbench.webview("Load");
  }

  button(frame: Frame, name: string): Locator {
    return frame.getByRole("button", { name, exact: true });
  }

  /** Waits until the app listens and the form can start a load, then expands all settings. */
  async readyForm(): Promise<Frame> {
    const form = await this.form();
    await this.button(form, "Start Load").waitFor({ timeout: runPatienceMs });
    const closed = form.locator("details.more:not([open]) > summary");
    if ((await closed.count()) > 0) await closed.click();
    return form;
  }

  /** Starts a recording without a load, and waits until it runs. Returns the app's address. */
  async driveMyself(): Promise<string> {
    const form = await this.readyForm();
    const address = await form.getByRole("textbox", { name: "Address" }).inputValue();
    await form.getByRole("combobox", { name: "Load" }).click();
    await form.getByRole("option", { name: "I will drive it myself" }).click();
    await this.button(form, "Start Recording").click();
    await this.button(form, "Stop Recording").waitFor();
    return address;
  }

  /** Sets the form's numbers and presses Start Load. */
  async startLoad(numbers: LoadNumbers): Promise<void> {
    const form = await this.readyForm();
    await form.getByRole("textbox", { name: "Duration, s" }).fill(String(numbers.durationSeconds));
    await form.getByRole("textbox", { name: "Warm-up, s" }).fill(String(numbers.warmupSeconds));
    if (numbers.connections !== undefined) await form.getByRole("textbox", { name: "Connections" }).fill(String(numbers.connections));
    await this.button(form, "Start Load").click();
    await this.#leaveRows();
  }

  /** A row of Hot Functions or Runs may come under the mouse, and its hover would cover the form's buttons and take their clicks. */
  async #leaveRows(): Promise<void> {
    const { page } = this.#workbench;
    await page.mouse.move(0, 0);
    await page.locator(".workbench-hover-container").first().waitFor({ state: "detached" });
  }

  /** The notification with a run's summary; waits for it. */
  async summary(): Promise<Locator> {
    const toast = this.#workbench.toast("hottest:").first();
    await toast.waitFor({ timeout: runPatienceMs });
    return toast;
  }

  /** `GET /test · 33.7 req/s · p99 2.0 s · hottest: util.js:24, 45 % self` → `util.js:24`. */
  async hottest(): Promise<string> {
    const text = await (await this.summary()).innerText();
    const place = /hottest:\s*(\S+:\d+)/.exec(text)?.[1];
    if (place === undefined) throw new Error(`The summary names no hottest line: ${text}`);
    return place;
  }

  /** From the open file to the summary: button, form, load. Returns the hottest place in the summary. */
  async profile(numbers: LoadNumbers): Promise<string> {
    await this.pressButton();
    await this.startLoad(numbers);
    return this.hottest();
  }

  /** Stops the profiled app with the form's button and waits until the form shows that it stopped. */
  async stopApp(): Promise<void> {
    const form = await this.form();
    await this.#leaveRows();
    await this.button(form, "Stop App").click();
    await this.button(form, "Stop App").waitFor({ state: "detached" });
  }

  /** The inline text of a line in view; waits for it. */
  async inlineText(line: number): Promise<string> {
    let text = "";
    await expect
      .poll(async () => (text = (await this.#workbench.editor.afterTexts()).find((each) => each.line === line)?.text ?? ""), {
        timeout: 30_000,
      })
      .not.toBe("");
    return text;
  }

  /** Number of visible gutter marks per line in view. */
  async heatedLines(): Promise<readonly number[]> {
    const marks = await this.#workbench.editor.gutterMarks();
    return marks.filter((mark) => mark.backgroundImage !== "none").map((mark) => mark.line);
  }

  /** speedscope's document, as soon as it shows a profile. */
  async flamePanel(): Promise<Frame> {
    const frame = await this.#workbench.webview("Flame Graph");
    await frame.getByText("Sandwich").first().waitFor();
    return frame;
  }
}
