import { createServer, type Server } from "node:http";
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect } from "vitest";
import { sharedBrowser } from "../drivers/workbench/browser.ts";

/** A file that the test page can load. */
export interface Served {
  readonly body: string | Uint8Array;
  readonly type: string;
}

export interface Site extends AsyncDisposable {
  readonly origin: string;
  /** Files by path, `/x.js`; tests can replace them. */
  readonly files: Map<string, Served>;
}

/** Serves `files` on a free port of this machine. */
export async function serve(files: Map<string, Served>): Promise<Site> {
  const server: Server = createServer((request, response) => {
    const name = new URL(request.url ?? "/", "http://127.0.0.1").pathname;
    const file = files.get(name);
    if (name === "/favicon.ico") response.writeHead(204).end();
    else if (!file) response.writeHead(404).end();
    else response.writeHead(200, { "content-type": file.type, "cache-control": "no-store" }).end(file.body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The test server has no port.");
  return {
    origin: `http://127.0.0.1:${address.port}`,
    files,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export interface BrowserAndSite {
  readonly browser: Browser;
  readonly site: Site;
  /** The result of `addPage`. */
  readonly url: string;
}

/**
 * Sets up a browser and a site with these files for a file of tests. Pages are emptied after each test and reused, and a problem on a page
 * fails the test.
 */
export function browserAndSite(files: () => Promise<Map<string, Served>>, addPage: (site: Site) => string): BrowserAndSite {
  const started: { browser?: Browser; site?: Site; url?: string } = {};
  beforeAll(async () => {
    const [browser, site] = await Promise.all([sharedBrowser(), files().then(serve)]);
    Object.assign(started, { browser, site, url: addPage(site) });
  }, 60_000);
  afterEach(async () => {
    const used = usedStages.splice(0);
    const problems = used.flatMap((stage) => stage.problems);
    await Promise.all(used.map(empty));
    expect(problems).toEqual([]);
  });
  afterAll(async () => {
    if (started.browser !== undefined) await closePages(started.browser);
    await started.site?.[Symbol.asyncDispose]();
  });
  return started as BrowserAndSite;
}

export interface Opened {
  readonly page: Page;
  /** Messages posted by the webview so far. */
  posts(): Promise<readonly { readonly type: string }[]>;
  /** Resolves with the first message of that type, from index `from` on. */
  posted<T extends { readonly type: string }>(type: T["type"], from?: number): Promise<T>;
  /** Posts to the webview like the extension. */
  send(message: unknown): Promise<void>;
  /** Page errors and violations of its content security policy. A test removes those it expects; the others make it fail. */
  readonly problems: string[];
}

/** A page with the stand-in, and where to report the problems of its current test. */
interface Stage {
  readonly browser: Browser;
  readonly page: Page;
  problems: string[];
}

const usedStages: Stage[] = [];

/** Empty pages left by earlier tests. Loading another document takes a fifth of the CPU time of a new page. */
const emptyStages = new WeakMap<Browser, Stage[]>();

/** Opens a page of the site with a stand-in for VS Code's `acquireVsCodeApi` that records messages: the boundary of a webview. */
export async function open(browser: Browser, url: string, viewport: { readonly width: number; readonly height: number }): Promise<Opened> {
  const stage = emptyStages.get(browser)?.pop() ?? (await newStage(browser));
  const { page } = stage;
  const problems: string[] = [];
  stage.problems = problems;
  usedStages.push(stage);
  await page.setViewportSize(viewport);
  await page.goto(url);
  return {
    page,
    problems,
    posts: () => page.evaluate(() => (window as unknown as { posts: { type: string }[] }).posts),
    async posted(type, from = 0) {
      const found = await page.waitForFunction(
        ([wanted, start]) => (window as unknown as { posts: { type: string }[] }).posts.slice(start).find((each) => each.type === wanted),
        [type, from] as const,
      );
      return (await found.jsonValue()) as never;
    },
    send: (message) => page.evaluate((each) => window.postMessage(each, "*"), message),
  };
}

async function newStage(browser: Browser): Promise<Stage> {
  const context = await browser.newContext();
  const page = await context.newPage();
  const stage: Stage = { browser, page, problems: [] };
  page.on("pageerror", (error) => stage.problems.push(String(error)));
  page.on("console", (message) => {
    if (message.type() === "error") stage.problems.push(message.text());
  });
  await page.addInitScript(() => {
    const posts: unknown[] = [];
    // The stored state survives a reload of the page, as in VS Code.
    const api = {
      postMessage: (message: unknown) => posts.push(structuredClone(message)),
      getState: (): unknown => JSON.parse(sessionStorage.getItem("state") ?? "null") ?? undefined,
      setState: (state: unknown) => sessionStorage.setItem("state", JSON.stringify(state)),
    };
    Object.assign(window, { posts, acquireVsCodeApi: () => api });
  });
  return stage;
}

/** At the end of a file: what its tests have set on their pages is not to meet those of another file. */
export async function closePages(browser: Browser): Promise<void> {
  usedStages.length = 0;
  emptyStages.delete(browser);
  for (const context of browser.contexts()) await context.close();
}

/** Resets the page for the next test: no document, no storage, no mouse over it. */
async function empty(stage: Stage): Promise<void> {
  const { browser, page } = stage;
  if (page.isClosed()) return;
  await page.evaluate(() => sessionStorage.clear());
  await page.mouse.move(-10, -10);
  await page.goto("about:blank");
  emptyStages.set(browser, [...(emptyStages.get(browser) ?? []), stage]);
}
