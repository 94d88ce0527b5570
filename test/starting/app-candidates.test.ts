import { expect, test } from "vitest";
import {
  type AppFacts,
  appsToProfile,
  configurationKey,
  everyApp,
  type LaunchConfiguration,
  type PackageFacts,
  questionKey,
} from "../../language-server/starting/app-candidates.ts";

const nothing: AppFacts = { launchConfigurations: [], packagesAbove: [], packages: [], activeFile: undefined };

function shop(facts: Partial<PackageFacts>): PackageFacts {
  return { folder: "/projects/shop", name: "shop", scripts: {}, bins: [], packageManager: "npm", ...facts };
}

function launch(type: string, name: string, rest: Readonly<Record<string, unknown>> = {}): LaunchConfiguration {
  return { folder: "/projects", name, configuration: { type, request: "launch", name, ...rest } };
}

const start = shop({ scripts: { start: "node server.js" }, main: "server.js" });
const jobs: PackageFacts = { folder: "/projects/jobs", name: "jobs", scripts: {}, main: "run.js", bins: [], packageManager: "pnpm" };

test.each<[behaviour: string, facts: Partial<AppFacts>, apps: readonly string[]]>([
  ["nothing to run", {}, []],
  ["a start script goes before main", { packages: [start] }, ["shop · npm start"]],
  ["main goes before bin", { packages: [shop({ main: "lib/app.js", bins: [{ name: "shop", file: "cli.js" }] })] }, ["shop · lib/app.js"]],
  [
    "each bin is an answer of its own",
    {
      packages: [
        shop({
          bins: [
            { name: "a", file: "a.js" },
            { name: "b", file: "b.js" },
          ],
        }),
      ],
    },
    ["shop · a", "shop · b"],
  ],
  ["a monorepo offers each package", { packages: [start, jobs] }, ["shop · npm start", "jobs · run.js"]],
  [
    "the package of the active file needs no question",
    { packages: [start, jobs], packagesAbove: [jobs], activeFile: "/projects/jobs/lib/a.js" },
    ["jobs · run.js"],
  ],
  [
    "a package.json that names nothing gives way to the one above it",
    { packagesAbove: [shop({ folder: "/projects/shop/esm" }), start], activeFile: "/projects/shop/esm/a.js" },
    ["shop · npm start"],
  ],
  [
    "the active file runs where no package says what to run",
    { packagesAbove: [shop({})], activeFile: "/projects/shop/bench.mjs" },
    ["bench.mjs"],
  ],
  ["and where there is no workspace", { activeFile: "/tmp/once.ts" }, ["once.ts"]],
  ["a style sheet runs not, but the packages beside it do", { activeFile: "/projects/a.css", packages: [start] }, ["shop · npm start"]],
  ["type declarations do not run", { activeFile: "/projects/a.d.ts" }, []],
  ["nor does a dependency's file", { activeFile: "/projects/node_modules/koa/index.js" }, []],
  ["a node launch configuration goes before packages", { launchConfigurations: [launch("node", "Server")], packages: [start] }, ["Server"]],
  [
    "attaching and other debuggers are left out",
    { launchConfigurations: [launch("node", "Attach", { request: "attach" }), launch("chrome", "Page")], packages: [start] },
    ["shop · npm start"],
  ],
  [
    "several launch configurations are a question",
    { launchConfigurations: [launch("node", "Server"), launch("heatline", "Profile")] },
    ["Server", "Profile"],
  ],
  [
    "the heatline configuration last used is no question",
    {
      launchConfigurations: [launch("node", "Server"), launch("heatline", "Profile")],
      lastConfiguration: configurationKey("/projects", "Profile"),
    },
    ["Profile"],
  ],
])("%s", (_, facts, apps) => {
  expect(appsToProfile({ ...nothing, ...facts }).map((app) => app.name)).toEqual(apps);
});

test("a start script runs by its package manager, so that prestart and flags work", () => {
  const [app] = appsToProfile({ ...nothing, packages: [{ ...start, packageManager: "yarn", load: { path: "/orders" } }] });
  expect(app?.configuration).toEqual({
    type: "heatline",
    request: "launch",
    name: "shop · yarn start",
    cwd: "/projects/shop",
    runtimeExecutable: "yarn",
    runtimeArgs: ["run", "start"],
    load: { path: "/orders" },
  });
});

test("a node configuration is used as written, without its inspector flags", () => {
  const written = {
    program: "${workspaceFolder}/a.js",
    args: ["--port", "1"],
    env: { A: "1" },
    envFile: ".env",
    preLaunchTask: "build",
    runtimeArgs: ["--inspect-brk=9229", "--enable-source-maps"],
  };
  const [app] = appsToProfile({ ...nothing, launchConfigurations: [launch("node", "Server", written)] });
  expect(app?.configuration).toEqual({
    ...written,
    type: "heatline",
    request: "launch",
    name: "Server",
    runtimeArgs: ["--enable-source-maps"],
    appKey: "configuration:/projects:Server",
  });
});

test("“another app” offers each app once", () => {
  const facts = {
    ...nothing,
    launchConfigurations: [launch("node", "Server")],
    packages: [start, jobs],
    packagesAbove: [start],
    activeFile: "/projects/shop/a.js",
  };
  expect(everyApp(facts).map((app) => app.name)).toEqual(["Server", "shop · npm start", "jobs · run.js", "a.js"]);
});

test("the same question has the same key, whatever the order", () => {
  const [a, b] = appsToProfile({ ...nothing, packages: [start, jobs] });
  if (a === undefined || b === undefined) throw new Error("two apps were expected");
  expect(questionKey([a, b])).toBe(questionKey([b, a]));
});
