import { expect, test } from "vitest";
import type { LoadDefaults, LoadPlan, LoadTool } from "../../../../language-server/analysis/load/load.ts";
import type { RouteWindows } from "../../../../language-server/analysis/timeline/tracks.ts";
import { loadToolList } from "../../../../language-server/recording/load/load-tools.ts";
import { loadByRoutes } from "../../../../language-server/recording/passes/routes/routes-load.ts";
import { routesSchedule } from "../../../../language-server/recording/passes/routes/routes-schedule.ts";
import { loadPlan } from "../../../drivers/adapter/dap-client.ts";
import { listen, type LoadServer, runLoad } from "../../../load/load-server.ts";

/** Registers so many users, answers all further ones with 409, and anybody else's requests with 401. */
async function registeringApp(most: number): Promise<LoadServer & { readonly refused: () => number }> {
  let [users, refused] = [0, 0];
  const server = await listen((request, response) => {
    const { url, headers } = request;
    if (url === "/users") {
      users += 1;
      if (users > most) return response.writeHead(409).end("there is such a user already");
      response.writeHead(201, { "content-type": "application/json", "set-cookie": `sid=s${users}; HttpOnly` });
      return response.end(JSON.stringify({ token: `t${users}` }));
    }
    const user = /^sid=s(\d+)$/.exec(headers.cookie ?? "")?.[1];
    const isKnown = user !== undefined && headers.authorization === `Bearer t${user}`;
    if (!isKnown) refused += 1;
    return response.writeHead(isKnown ? 200 : 401).end();
  });
  return { ...server, refused: () => refused };
}

const bearer = { authorization: "Bearer {{register.token}}" };

function planOf({ port }: LoadServer, tool: LoadTool, setupRuns: LoadDefaults["setupRuns"]): LoadPlan {
  return loadPlan(port, {
    tool,
    durationSeconds: 6,
    warmupSeconds: 0,
    connections: 2,
    setupRuns,
    setup: [{ method: "POST", path: "/users", headers: {}, body: "", name: "register" }],
    requests: ["/orders", "/report"].map((path) => ({ method: "GET", path, headers: bearer, body: "" })),
  });
}

test.each([
  { tool: "autocannon", setupRuns: "per-connection", users: 2 },
  { tool: "wrk", setupRuns: "once", users: 1 },
] as const)(
  "$tool: setup requests are sent once, and what they obtained is sent in all windows of a pass",
  async ({ tool, setupRuns, users }) => {
    await using app = await registeringApp(users);
    let windows: readonly RouteWindows[] = [];
    const { report } = await runLoad(planOf(app, tool, setupRuns), {
      load: async (plan, context) => {
        const loaded = await loadByRoutes(routesSchedule(plan) ?? [], loadToolList[tool], context, () => Promise.resolve(undefined));
        windows = loaded.windows;
        return loaded.report;
      },
    });
    expect(app.refused()).toBe(0);
    expect(report?.requests).toBeGreaterThan(0);
    expect(windows.map(({ name, spans, requests }) => [name, spans.length, requests > 0])).toEqual([
      ["GET /orders", 2, true],
      ["GET /report", 2, true],
    ]);
    expect(app.counts.get("POST /users")).toBe(users);
  },
);
