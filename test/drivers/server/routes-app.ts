import type { RouteWindows } from "../../../language-server/analysis/timeline/tracks.ts";
import { type DrawnApp, drawRun, makeApp } from "./drawn-run.ts";

export const routesText = `function orders() {
  return render();
}

function login() {
  return render();
}

function render() {
  return JSON.stringify({});
}
`;
export const throughOrders = "app.js orders@1:16 2:9 > app.js render@9:15 10:14 > stringify";
export const throughLogin = "app.js login@5:15 6:9 > app.js render@9:15 10:14 > stringify";
export const [orders, login] = ["GET /orders", "POST /login"] as const;

/** Milliseconds of the run, a sample each. */
export function loadedAlone(name: string, from: number, to: number, requests: number, share: number): RouteWindows {
  return { name, spans: [{ from: from * 1000, to: to * 1000 }], requests, share };
}

export interface RoutesApp extends DrawnApp {
  /** The same, before whose pass a line was added above all others. */
  readonly edited: string;
  /** 100 ms of logins and 400 ms of orders, and its pass: 2 ms for each of 100 orders and 5 ms for each of 60 logins; three of four requests are orders. */
  readonly run: string;
}

export async function makeRoutesApp(): Promise<RoutesApp> {
  const app = await makeApp({ "app.js": routesText });
  const moved = (stacks: string): string => stacks.replaceAll(/(\d+):(\d+)/gu, (_, line, column) => `${Number(line) + 1}:${column}`);
  const edited = await drawExplained(app, `// A comment.\n${routesText}`, moved);
  return { ...app, run: await drawExplained(app, routesText, (stacks) => stacks), edited };
}

/** A run and its pass, which ran another text with its stacks there. */
async function drawExplained(app: DrawnApp, passText: string, inPass: (stacks: string) => string): Promise<string> {
  const scripts = { "app.js": routesText };
  const run = await drawRun(app, { scripts, threads: [`100 | ${throughLogin}\n400 | ${throughOrders}`], load: {} });
  await drawRun(app, {
    scripts: { "app.js": passText },
    threads: [inPass(`50 | (program)\n200 | ${throughOrders}\n10 | (idle)\n300 | ${throughLogin}`)],
    tracks: { loops: [], routes: [loadedAlone(orders, 50, 250, 100, 0.75), loadedAlone(login, 260, 560, 60, 0.25)] },
    passOf: run,
    load: {},
  });
  return run;
}
