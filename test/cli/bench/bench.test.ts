import { randomUUID } from "node:crypto";
import { mkdtempSync, readdirSync } from "node:fs";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import { beforeAll, expect, test } from "vitest";
import type { BenchResult } from "../../../language-server/answers/bench/bench-result.ts";
import { markVariable, waitUntilGone } from "../../drivers/adapter/session-processes.ts";
import { MadeRepository } from "../../recording/checkouts/made-repository.ts";
import { nodeOf } from "../../workbench/node-versions.mjs";
import { buildCommandLine, type CommandLine } from "../command-line.ts";

let cli: CommandLine;
/** Where the machine is busy, each of the recordings takes seconds. */
const long = { tags: ["thorough"], timeout: 600_000 };

beforeAll(async () => {
  cli = await buildCommandLine();
});

/** Work by the processor's clock: the same share of all on any machine. */
const files = {
  "lib/price.js": `exports.total = function total(count) {
  let sum = 0;
  for (let index = 0; index < count; index++) sum += Math.sqrt(index);
  return sum;
};
exports.other = function other(count) {
  let sum = 0;
  for (let index = 0; index < count; index++) sum += Math.cbrt(index);
  return sum;
};
`,
  "lib/unused.js": "exports.never = () => 1;\n",
  "job.js": `const { total, other } = require("./lib/price.js");
for (let round = 0; round < 100; round++) total(500_000), other(30_000);
`,
  "server.js": `const { total, other } = require("./lib/price.js");
require("node:http").createServer((request, response) => {
  response.end(String(total(100_000) + other(100_000)));
}).listen(Number(process.env.PORT ?? 0), "127.0.0.1");
`,
  "package.json": JSON.stringify({ name: "shop", scripts: { start: "node server.js" } }),
  "README.md": "A shop.\n",
};

interface Benched {
  readonly code: number | null;
  readonly err: string;
  readonly result: BenchResult | undefined;
}

interface BenchTerms {
  readonly env?: Readonly<Record<string, string>>;
  readonly when?: (out: string, err: string, interrupt: (signal?: NodeJS.Signals) => void) => void;
  /** Git still lists its checkouts then, until the next bench. */
  readonly isKilled?: boolean;
}

/** Runs `heatline bench --json`; the repository must be as it was, with no process and no folder left. */
async function bench(made: MadeRepository, args: readonly string[], { env, when, isKilled = false }: BenchTerms = {}): Promise<Benched> {
  const before = made.state;
  const mark = randomUUID();
  const home = mkdtempSync(path.join(os.tmpdir(), "heatline-bench-state-"));
  const options = {
    cwd: made.folder,
    env: { [markVariable]: mark, XDG_STATE_HOME: home, ...env },
    ...(when === undefined ? {} : { when }),
  };
  const { code, out, err } = await cli.run(["bench", "--json", ...args], options);
  expect(await waitUntilGone(mark)).toEqual([]);
  expect(isKilled ? before : made.state).toEqual(before);
  expect(readdirSync(home, { recursive: true }).filter((name) => /bench-\w{6}/.test(String(name)))).toEqual([]);
  return { code, err, result: out === "" ? undefined : (JSON.parse(out) as BenchResult) };
}

function functionIn(result: BenchResult | undefined, name: string): string | undefined {
  return result?.functions.find((each) => each.name === name)?.verdict;
}

const slower = { "lib/price.js": files["lib/price.js"].replace("index < count", "index < 2 * count") };

test("a function that became twice as slow fails the bench and is named; uncommitted changes are measured, too", async () => {
  const made = new MadeRepository(files);
  made.write({ ...slower, "heatline.budgets.json": `{ "lib/price.js#total": "5 %" }` });
  const { code, err, result } = await bench(made, ["--rounds", "4", "--", "node", "job.js"]);
  expect(err).toContain("Head: working tree");
  expect(code).toBe(3);
  expect(result).toMatchObject({ per: "run", rounds: 4, leftOut: [], base: { name: "HEAD" }, head: { name: "working tree", commit: "" } });
  expect(result?.over.map(({ what }) => what)).toContain("lib/price.js#total");
  expect([functionIn(result, "total"), functionIn(result, "other")]).toEqual(["slower", "noDifference"]);
});

test("what cannot be compared is said with the version, the step and the last lines of output, before any round", async () => {
  const made = new MadeRepository(files);
  made.commit("planted", { "job.js": `console.error("last words");\nrequire("./nonesuch.js");\n` });
  const unknown = await bench(made, ["--base", "nonesuch", "--", "node", "job.js"]);
  expect(unknown).toMatchObject({ code: 1, result: undefined });
  expect(unknown.err).toContain("There is no commit named “nonesuch”");
  const crashing = await bench(made, ["--base", "HEAD^", "--head", "main", "--", "node", "job.js"]);
  expect(crashing).toMatchObject({ code: 1, result: undefined });
  expect(crashing.err).toContain("Warming up main");
  expect(crashing.err).toContain("Cannot find module './nonesuch.js'");
  expect(crashing.err).not.toContain("round 1");
  const missing = await bench(made, ["--no-install", "--", "nosuchcmd"]);
  expect(missing).toMatchObject({ code: 1, result: undefined });
  expect(missing.err).toBe("heatline: nosuchcmd was not found in PATH. Install it, or correct the command after --.\n");
  const same = await bench(made, ["--base", "main", "--", "node", "job.js"]);
  expect(same).toMatchObject({ code: 1, result: undefined });
  expect(same.err).toMatch(/^heatline: main and working tree are the same commit \([0-9a-f]{10}\), and nothing is uncommitted/);
  const server = await bench(made, ["--", "node", "server.js"]);
  expect(server).toMatchObject({ code: 1, result: undefined });
  expect(server.err).toContain("Give --load");
});

test.each([
  [["--rounds", "2", "--", "node", "job.js"], "--rounds"],
  [["--load", "http://127.0.0.1:3000/", "--", "npm", "start"], "/path"],
  [["--node", "20", "--node", "22", "--base", "main", "--", "npm", "start"], "leave --base out"],
  [["--startup", "--load", "/", "--", "npm", "start"], "--startup cannot be combined with --load"],
  [["--build", "x", "--no-build", "--", "npm", "start"], "--build cannot be combined with --no-build"],
  [["--base", "main"], "heatline bench --base main"],
] as const)("bench %j is refused", async (args, said) => {
  const { code, err } = await cli.run(["bench", ...args]);
  expect([code, err]).toEqual([2, expect.stringContaining(said)]);
});

test("documentation alone is no change, under load on ports of its own, with the .env file that Git ignores", long, async () => {
  const env = `process.loadEnvFile?.(".env");\nif (!require("node:fs").readFileSync(".env", "utf8").includes("s3cr3t")) process.exit(9);\n`;
  const made = new MadeRepository({ ...files, "server.js": env + files["server.js"], ".gitignore": ".env\n" });
  made.commit("documentation", { "README.md": "A good shop.\n" });
  made.write({ ".env": "TOKEN=s3cr3t\n" });
  const load = ["--load", "/x", "--duration", "1", "--warmup", "1", "--rounds", "4"];
  const { code, err, result } = await bench(made, [...load, "--", "npm", "start"]);
  expect(err).not.toContain("s3cr3t");
  expect(JSON.stringify(result)).not.toContain("s3cr3t");
  expect(code).toBe(0);
  expect(result).toMatchObject({ per: "request", measured: "npm start · GET /x", over: [], base: { name: "HEAD^" } });
});

test("another program on the app's fixed port is not taken for the app", long, async () => {
  const stray = net.createServer((socket) => socket.end("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"));
  await new Promise<void>((resolve) => stray.listen(0, "127.0.0.1", resolve));
  const { port } = stray.address() as net.AddressInfo;
  const made = new MadeRepository({ ...files, "server.js": files["server.js"].replace("Number(process.env.PORT ?? 0)", String(port)) });
  made.commit("second", { "README.md": "2\n" });
  const { code, err } = await bench(made, [
    "--load",
    "/",
    "--port",
    String(port),
    "--rounds",
    "3",
    "--duration",
    "1",
    "--",
    "npm",
    "start",
  ]);
  stray.close();
  expect(code).toBe(1);
  expect(err).toContain("EADDRINUSE");
});

test("two versions of Node.js are compared on the same code", long, async () => {
  const made = new MadeRepository(files);
  const nodes = [await nodeOf(22), await nodeOf(26)];
  const { code, err, result } = await bench(made, [...nodes.flatMap((node) => ["--node", node]), "--rounds", "3", "--", "node", "job.js"]);
  expect([0, 3]).toContain(code);
  expect([result?.base.node, result?.head.node]).toEqual([expect.stringMatching(/^22\./), expect.stringMatching(/^26\./)]);
  expect(result?.base.name).toBe(result?.base.node);
  expect(err).toContain(`Base: working tree, Node.js ${result?.base.node}, ${nodes[0]} (`);
});

test("the start of an app is compared by its starts", long, async () => {
  const made = new MadeRepository({ ...files, "server.js": `require("./lib/price.js").total(200_000_000);\n${files["server.js"]}` });
  made.write({ "lib/price.js": slower["lib/price.js"] });
  const { code, result } = await bench(made, ["--startup", "--starts", "1", "--rounds", "3", "--", "npm", "start"]);
  expect(result?.per).toBe("start");
  // Three rounds are too few to be sure of anything on a busy machine.
  expect(result?.functions.find(({ name }) => name === "total")?.ratio).toBeGreaterThan(1.5);
  expect([0, 3]).toContain(code);
});

test("a test command is recorded from its first line on, also if it opens servers", long, async () => {
  const suite = `const { total } = require("./lib/price.js");
const server = require("node:http").createServer().listen(0, () => {
  total(10_000_000);
  server.close();
});
total(10_000_000);
`;
  const made = new MadeRepository({ ...files, "suite.js": suite });
  made.commit("documentation", { "README.md": "2\n" });
  const { code, result } = await bench(made, ["--test", "--rounds", "3", "--", "node", "suite.js"]);
  expect(result).toMatchObject({ per: "run", rounds: 3, measured: "node suite.js · test" });
  expect(code).toBe(0);
});

test("Ctrl+C judges the whole rounds; before there are enough it removes everything and says so", long, async () => {
  const made = new MadeRepository(files);
  made.write(slower);
  let isSent = false;
  const once = (at: RegExp) => (_out: string, err: string, interrupt: () => void) => {
    if (isSent || !at.test(err)) return;
    isSent = true;
    interrupt();
  };
  const early = await bench(made, ["--", "node", "job.js"], { when: once(/Warming up working tree/) });
  expect(early).toMatchObject({ code: 1, result: undefined });
  expect(early.err).toContain("nothing is judged");
  isSent = false;
  const late = await bench(made, ["--", "node", "job.js"], { when: once(/round 4 of 10/) });
  expect(late.result?.rounds).toBe(3);
  expect(late.err).toContain("the 3 whole rounds are judged");
  expect([0, 3]).toContain(late.code);
});

test("a bench that is killed leaves no folder, though what it recorded could be recovered", long, async () => {
  const made = new MadeRepository(files);
  made.write(slower);
  let killed = false;
  const killAt: BenchTerms["when"] = (_out, err, send) => {
    if (killed || !err.includes("round 1 of 10")) return;
    killed = true;
    setTimeout(() => send("SIGKILL"), 1000);
  };
  const { code, err } = await bench(made, ["--rounds", "10", "--", "node", "job.js"], { when: killAt, isKilled: true });
  expect(err).toContain("round 1 of 10");
  expect(code).toBeNull();
});

test("a round that fails is left out with its reason; when a third fails, that is what there is to say", long, async () => {
  const counted = (failing: string): string => `const { appendFileSync, readFileSync } = require("node:fs");
appendFileSync("../count", "x");
if (${failing}.includes(readFileSync("../count").length)) throw new Error("planted");
`;
  // Both are warmed up once before.
  const made = new MadeRepository({ ...files, "job.js": counted("[5]") + files["job.js"] });
  made.commit("documentation", { "README.md": "2\n" });
  const one = await bench(made, ["--rounds", "4", "--", "node", "job.js"]);
  expect(one.result).toMatchObject({ rounds: 3, leftOut: [{ round: 2 }] });
  made.commit("worse", { "job.js": counted("[3, 4, 5, 6, 7, 8]") + files["job.js"] });
  made.commit("documentation", { "README.md": "3\n" });
  const many = await bench(made, ["--rounds", "4", "--", "node", "job.js"]);
  expect(many).toMatchObject({ code: 1, result: undefined });
  expect(many.err).toMatch(/\d of \d rounds failed/);
});
