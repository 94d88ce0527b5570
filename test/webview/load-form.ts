import type { Browser } from "playwright-core";
import type { LoadPlan, LoadProgress, LoadReport } from "../../language-server/analysis/load/load.ts";
import type { LoadFormState, RequestProposal } from "../../webview/load/incoming.ts";
import type { FromLoadForm } from "../../webview/load/outgoing.ts";
import { open, type Opened, type Site } from "./browser.ts";
import { addPage, type Theme } from "./themes.ts";

export const plan: LoadPlan = {
  tool: "autocannon",
  baseUrl: "http://127.0.0.1:3000",
  requests: [{ method: "GET", path: "/test", headers: {}, body: "" }],
  setup: [],
  connections: 10,
  durationSeconds: 10,
  warmupSeconds: 2,
  pipelining: 1,
  ratePerSecond: 0,
};

export const report: LoadReport = {
  tool: "autocannon",
  url: "http://127.0.0.1:3000",
  label: "GET /test",
  requests: 337,
  requestsPerSecond: 33.7,
  latency: { averageMs: 296.4, p50Ms: 281, p90Ms: 402, p97_5Ms: 812, p99Ms: 2013, maxMs: 2410.5 },
  errors: 0,
  timeouts: 0,
  non2xx: 0,
  statusCounts: { "200": 337 },
  bytes: 1_843_200,
  durationSeconds: 10,
  connections: 10,
  cancelled: false,
};

/** A report of two requests, one of which sometimes fails. */
export const mixed: LoadReport = {
  ...report,
  label: "GET /test (+1)",
  perRequest: [
    { label: "GET /test", requests: 300, failed: 0, averageMs: 120.4, p99Ms: 402 },
    { label: "POST /api/v1/customers/27/orders?notify=true", requests: 37, failed: 5, averageMs: 1820, p99Ms: 2405 },
  ],
};

export function formState(state: Partial<LoadFormState> & Pick<LoadFormState, "phase">): LoadFormState {
  const appRunning = state.phase !== "idle";
  return {
    appName: appRunning ? "koa-listener-leak" : "",
    appRunning,
    origins: appRunning ? ["http://127.0.0.1:3000"] : [],
    plan,
    foundTools: [],
    proposals: [],
    ...state,
  };
}

export const done = formState({
  phase: "done",
  report,
  hotLines: [
    { place: "util.js:24", share: "45 % self", percent: "45 %" },
    { place: "rank.js:7", share: "12 % with libraries", percent: "12 %" },
    { place: "a-rather-long-name-of-a-file.controller.ts:1024", share: "3 % self", percent: "3 %" },
  ],
});

/** Four requests, none with the response that a load needs. */
export const asking = formState({
  phase: "asking",
  firstResponses: [
    { doubt: "status", request: "GET /test", milliseconds: 12.3, status: 404, reason: "Not Found", firstLine: "Cannot GET /test" },
    { doubt: "redirect", request: "GET /account", milliseconds: 2, status: 302, reason: "Found", firstLine: "/login" },
    { doubt: "failed", request: "POST /orders", milliseconds: 500, reason: "socket hang up", firstLine: "" },
    { doubt: "failed", request: "GET /events", milliseconds: 60_000, status: 200, reason: "the response was cut off", firstLine: "" },
  ],
});

/** A server that speaks https was asked by http. */
export const wrongScheme = formState({
  phase: "asking",
  proposals: [{ method: "GET", path: "/orders", from: "orders.js:12" }],
  firstResponses: [
    {
      doubt: "scheme",
      request: "GET /test",
      milliseconds: 3,
      reason: "the connection was closed by the other side",
      firstLine: "https://127.0.0.1:3000",
    },
  ],
});

/** Proposals of a running app that has answered a browser and curl. */
export const answeredProposals: readonly RequestProposal[] = [
  { method: "GET", path: "/orders?page=2", from: "orders.js:12", answers: [{ status: 200, count: 12, isAtLeast: false }], isWhole: true },
  {
    method: "POST",
    path: "/api/v1/customers/27/orders",
    from: "customer-orders.ts:104",
    answers: [
      { status: 201, count: 400, isAtLeast: true },
      { status: 409, count: 7, isAtLeast: false },
      { status: 500, count: 1, isAtLeast: false },
    ],
    isWhole: true,
  },
  { method: "GET", path: "/v1/models/best:predict", from: "", answers: [{ status: 200, count: 1, isAtLeast: false }], isWhole: true },
  { method: "GET", path: "/me?token=:token", from: "", answers: [{ status: 200, count: 1, isAtLeast: false }], isWhole: false },
  { method: "GET", path: "/orders/:id", from: "orders.js:20" },
];

/** The one request of the plan is redirected; others are known. */
export const redirected = formState({
  phase: "asking",
  proposals: answeredProposals,
  firstResponses: [
    {
      doubt: "redirect",
      request: "GET /test",
      milliseconds: 2,
      status: 302,
      reason: "Found",
      firstLine: "/account/sign-in?next=%2Fapi%2Fv1%2Fcustomers%2F27%2Forders",
    },
  ],
});

/** A series of readings like autocannon's, without randomness. */
export function readings(count: number): readonly LoadProgress[] {
  return Array.from({ length: count }, (_, reading) => ({
    phase: reading < 4 ? "warmup" : "measuring",
    elapsedSeconds: reading < 4 ? reading / 2 : (reading - 4) / 2,
    remainingSeconds: reading < 4 ? 2 - reading / 2 : 10 - (reading - 4) / 2,
    figures: {
      requests: 1200 * reading,
      requestsPerSecond: 2400 + 300 * Math.sin(reading / 2) - 60 * reading,
      p50Ms: 3.2,
      p97_5Ms: 9.1,
      p99Ms: 12 + 3 * Math.cos(reading / 3) + reading / 2,
      errors: 0,
    },
  }));
}

export function addLoadPage(site: Site, theme: Theme, locale = "en"): string {
  return addPage(site, "load", theme, locale);
}

export async function openLoad(browser: Browser, url: string, state: LoadFormState, width = 260): Promise<Opened> {
  const form = await open(browser, url, { width, height: 760 });
  await form.posted("ready");
  await form.send({ type: "state", state });
  await form.page.locator("main .stack").first().waitFor();
  return form;
}

/** The user's actions in the open form, and its last message. */
export function controlsOf(form: () => Opened) {
  return {
    button: (name: string) => form().page.getByRole("button", { name, exact: true }),
    field: (name: string) => form().page.getByRole("textbox", { name }),
    show: (state: LoadFormState): Promise<void> => form().send({ type: "state", state }),
    openMore: (): Promise<void> => form().page.locator("details.more > summary").click(),
    last: async (): Promise<FromLoadForm | undefined> => (await form().posts()).at(-1) as FromLoadForm | undefined,
  };
}
