// @module-tag thorough
import path from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { installPackages } from "../../workbench/installed-packages.mjs";
import { markedProgram } from "./marked-app.ts";

test("h3 reports its patterns where its tracing is on", async () => {
  const h3 = pathToFileURL(path.join(await installPackages("h3"), "h3/dist/")).href;
  const marked = await markedProgram(
    24,
    `(async () => {
      const { H3, serve } = await import("${h3}_entries/node.mjs");
      const { tracingPlugin } = await import("${h3}tracing.mjs");
      const app = new H3({ plugins: [tracingPlugin()] });
      app.use(async (event, next) => { await Promise.resolve(); return next(); });
      app.get("/users/:name", async () => { await Promise.resolve(); return "user"; });
      app.get("/", () => "all");
      const server = serve(app, { port: 0, hostname: "127.0.0.1" });
      await server.ready();
      for (const name of ["users/alice", "users/bob", ""]) await (await fetch(server.url + name)).text();
      pass.flush(false);
      process.exit();
    })();`,
  );
  const names = new Map(marked.names.flatMap((name) => (name.table === "route" ? [[name.id, name.name]] : [])));
  const routes = marked.rows.filter(({ kind }) => kind === "route").map(({ first }) => names.get(first));
  expect(routes).toEqual(["GET /users/:name", "GET /users/:name", "GET /"]);
});
