import { expect, test } from "vitest";
import { edgeNodeMajors } from "../../workbench/node-versions.mjs";
import { type MarkedApp, markedProgram } from "./marked-app.ts";

const majors = [...new Set([20, ...edgeNodeMajors])];

/** Asks for these paths by one connection, one after another; `answer(request, response)` answers. */
function served(paths: readonly string[], answer: string): string {
  return `
    const http = require("node:http");
    const { AsyncResource } = require("node:async_hooks");
    const spin = (ms) => { const end = performance.now() + ms; while (performance.now() < end); };
    ${answer}
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
    const server = http.createServer(answer).listen(0, "127.0.0.1", async () => {
      for (const path of ${JSON.stringify(paths)})
        await new Promise((resolve) =>
          http.get({ port: server.address().port, agent, path }, (response) => response.resume().on("close", resolve)));
      pass.flush(false);
      process.exit();
    });`;
}

function turnsOf({ rows }: MarkedApp): MarkedApp["rows"] {
  return rows.filter(({ kind }) => kind === "turn");
}

/** Milliseconds between its turns' rows and the next ones. */
function msOf(marked: MarkedApp, wanted: number): number {
  const turns = turnsOf(marked);
  const own = turns.map(({ request, at }, row) => (request === wanted ? (turns[row + 1]?.at ?? at) - at : 0));
  return own.reduce((sum, us) => sum + us, 0) / 1000;
}

test.for(majors)("Node %s: a request that runs another's code goes on as itself", async (major) => {
  const answer = `
    let job;
    const answer = ({ url }, response) => {
      if (url === "/first") job = new AsyncResource("job");
      else job.runInAsyncScope(() => spin(5));
      setImmediate(() => { if (url !== "/first") spin(100); response.end(); });
    };`;
  const marked = await markedProgram(major, served(["/first", "/second"], answer));
  // Of the first nothing is said: from Node 24 on a resource reports its scope before it is entered.
  expect(msOf(marked, 2)).toBeGreaterThanOrEqual(100);
});

test.for(majors)("Node %s: a connection is nobody's until it has read its next request", async (major) => {
  const marked = await markedProgram(major, served(["/", "/", "/"], "const answer = (_request, response) => response.end();"));
  const requests = turnsOf(marked).map(({ request }) => request);
  expect([2, 3].map((request) => requests[requests.indexOf(request) - 1])).toEqual([0, 0]);
});
