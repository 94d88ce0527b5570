import type { Browser, Page } from "playwright-core";
import type { ToTimeline } from "../../../webview/timeline/incoming.ts";
import type { FromTimeline } from "../../../webview/timeline/outgoing.ts";
import { open, type Opened, type Site } from "../browser.ts";
import { addPage, type Theme } from "../themes.ts";
import { type PlantedRun, stripOf } from "./planted-strip.ts";

export function addTimelinePage(site: Site, theme: Theme = "vscode-dark", locale = "en"): string {
  return addPage(site, "timeline", theme, locale);
}

type Message<Type extends FromTimeline["type"]> = Extract<FromTimeline, { readonly type: Type }>;

/** What the extension would answer; null: the run has no times. */
export type Answers = (wanted: Message<"timelineWanted">) => ToTimeline | Promise<ToTimeline>;

const answersOf = new WeakMap<Page, { answer: Answers }>();

export interface Panel extends Opened {
  /** What the page has sent, without its questions for data. */
  reported(): Promise<readonly FromTimeline[]>;
  /** Its questions for data. */
  wanted(): Promise<readonly Message<"timelineWanted">[]>;
  /** Resolves when all that was asked is answered and drawn. */
  settled(): Promise<void>;
  answerBy(answers: Answers): void;
}

/** The answers of a server that has this run. */
export function fromRun(run: PlantedRun | null): Answers {
  return ({ id, columns, span }) => ({ type: "timelineData", id, timeline: run === null ? null : stripOf(run, columns, span) });
}

/** Opens the page of the view and answers what it asks. */
export async function openTimeline(
  browser: Browser,
  url: string,
  answers: Answers | undefined,
  size: { readonly width: number; readonly height: number } = { width: 1280, height: 200 },
): Promise<Panel> {
  const opened = await open(browser, url, size);
  const panel = await answered(opened, answers);
  await opened.posted<FromTimeline>("timelineReady");
  if (answers !== undefined) {
    await panel.send({ type: "timelineRun", key: "run-1", isLive: false, spans: [] } satisfies ToTimeline);
    await opened.posted<FromTimeline>("timelineWanted");
    await panel.settled();
  }
  return panel;
}

/** Has a page that shows a strip answered. */
export async function answered(opened: Opened, answers: Answers = fromRun(null)): Promise<Panel> {
  const { page } = opened;
  const known = answersOf.get(page);
  if (known === undefined) {
    const current = { answer: answers };
    answersOf.set(page, current);
    await page.exposeFunction("answerTimeline", (wanted: Message<"timelineWanted">) => current.answer(wanted));
  } else known.answer = answers;
  await page.evaluate(() => {
    const { posts, answerTimeline } = window as unknown as {
      posts: { type: string }[];
      answerTimeline: (message: unknown) => Promise<unknown>;
    };
    const state = { open: 0 };
    Object.assign(window, { timelineState: state });
    const answer = async (message: { type: string }): Promise<void> => {
      state.open += 1;
      window.postMessage(await answerTimeline(message), "*");
      state.open -= 1;
    };
    posts.push = (...messages) => {
      for (const each of messages) {
        Array.prototype.push.call(posts, each);
        if (each.type === "timelineWanted") void answer(each);
      }
      return posts.length;
    };
  });
  const all = async (): Promise<readonly FromTimeline[]> => (await opened.posts()) as readonly FromTimeline[];
  return {
    ...opened,
    reported: async () => (await all()).filter(({ type }) => !type.startsWith("timeline") || type === "timelineLayout"),
    wanted: async () => (await all()).filter((each) => each.type === "timelineWanted"),
    async settled() {
      await page.waitForFunction(() => (window as unknown as { timelineState: { open: number } }).timelineState.open === 0);
      await frames(page);
      await page.waitForFunction(() => (window as unknown as { timelineState: { open: number } }).timelineState.open === 0);
      await frames(page);
    },
    answerBy(next) {
      answersOf.get(page)!.answer = next;
    },
  };
}

/** Waits until the page has drawn what it has. */
function frames(page: Page): Promise<void> {
  return page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))));
}
