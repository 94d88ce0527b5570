import { existsSync, readdirSync, readFileSync } from "node:fs";
import { mkdir, mkdtemp, readFile, symlink, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";
import { beforeAll, expect, test } from "vitest";
import { englishWords } from "../../../language-server/cli/words/words.ts";
import { benchMarkdown } from "../../../language-server/reports/bench/bench-markdown.ts";
import { someBench, someFunction, someLine } from "../../reports/bench/some-bench.ts";
import { sarifErrors } from "../../reports/sarif/sarif-schema.ts";
import { buildCommandLine } from "../command-line.ts";
import { type StoredPair, storedPair } from "../compare/stored-pair.ts";
import { type JobEnd, readAction, runAction } from "./composite-run.ts";
import { GithubApi } from "./github-api.ts";

const MarkdownIt = createRequire(import.meta.url)("markdown-it") as new (options: object) => { render: (text: string) => string };
const folder = ".github/actions/compare";
const fixtures = path.join(import.meta.dirname, "../../fixtures/github");

interface PullRequestEvent {
  readonly number: number;
  readonly pull_request: { readonly head: { readonly sha: string; readonly repo: { full_name: string } } };
}

let heatline: string;
let pair: StoredPair;

beforeAll(async () => {
  const { file } = await buildCommandLine();
  heatline = `${process.execPath} ${file}`;
  pair = await storedPair();
});

function recorded(name: string): object {
  return JSON.parse(readFileSync(path.join(fixtures, `${name}.json`), "utf8")) as object;
}

function fromFork(): PullRequestEvent {
  const event = recorded("pull-request") as PullRequestEvent;
  event.pull_request.head.repo.full_name = "ada/orders";
  return event;
}

function measured(
  api: GithubApi,
  inputs: Readonly<Record<string, string>> = {},
  event: object = recorded("pull-request"),
): Promise<JobEnd> {
  const runs = { before: pair.before, after: pair.after, heatline };
  return runAction(folder, { inputs: { ...runs, ...inputs }, event, apiUrl: api.url, workspace: pair.checkout });
}

/** The second workflow, with an artifact. */
async function commented(
  api: GithubApi,
  files: Readonly<Record<string, string>>,
  event: object = recorded("workflow-run"),
): Promise<JobEnd> {
  const temp = await mkdtemp(path.join(os.tmpdir(), "heatline-runner-"));
  const artifact = path.join(temp, "heatline-artifact");
  await mkdir(artifact);
  for (const [name, text] of Object.entries(files)) await writeFile(path.join(artifact, name), text);
  return runAction(`${folder}/comment`, { inputs: {}, event, apiUrl: api.url, workspace: temp, temp });
}

const sha = "abcdef0123456789abcdef0123456789abcdef01";
const pullOf = (more: object = {}) => ({ state: "open", head: { sha, repo: { full_name: "ada/orders" } }, ...more });
const honest = benchMarkdown(someBench({ lines: [someLine(1, { text: "a[b](c) < @d // http://e <b> www.f" })] }), englishWords);

test("only actions of GitHub's own are used, and no script has a value in its text", async () => {
  const actions = [await readAction(folder), await readAction(`${folder}/comment`)];
  expect(actions.map(({ runs }) => runs.using)).toEqual(["composite", "composite"]);
  const steps = actions.flatMap(({ runs }) => runs.steps);
  const used = steps.flatMap(({ uses = [] }) => uses);
  expect(used.filter((uses) => !/^actions\/[\w-]+@v\d+$/.test(uses))).toEqual([]);
  const scripts = steps.filter(({ run }) => run !== undefined);
  expect(scripts.filter(({ run, shell }) => shell !== "bash" || run?.includes("${{"))).toEqual([]);
  expect([used.length, scripts.length]).toEqual([3, 4]);
});

test("the first run writes a comment, the next one updates it; summary, comment and SARIF are the same of one comparison", async () => {
  await using api = await GithubApi.start();
  api.of(7).push({ id: 1, user: { login: "mallory" }, body: "<!-- heatline: compare -->\nnot ours" });
  const first = await measured(api);
  expect([first.code, first.log]).toEqual([0, "The comment on #7 was written.\n"]);
  expect(api.writes).toEqual(["POST /issues/7/comments"]);
  const [other, comment] = api.of(7);
  expect(other?.body).toContain("not ours");
  expect(comment?.body).toMatch(/^<!-- heatline: compare -->\n\n### Slower\. Busy time per request: ×1\./);
  expect(first.summary).toBe(comment?.body);
  const { over, folder: made = "" } = first.outputs;
  expect([over, made]).toEqual(["false", path.join(first.temp, "heatline")]);
  expect(readdirSync(made).toSorted()).toEqual(["comment.md", "heatline.sarif", "pull-request.json"]);
  expect(sarifErrors(JSON.parse(await readFile(path.join(made, "heatline.sarif"), "utf8")))).toEqual([]);
  expect(first.used).toEqual([["actions/upload-artifact@v6", { name: "heatline", path: made, overwrite: "true" }]]);
  if (comment !== undefined) comment.body = comment.body.replace("Slower", "Faster");
  await measured(api);
  expect(api.writes.slice(1)).toEqual([`PATCH /issues/comments/${comment?.id}`]);
  expect(api.of(7)).toHaveLength(2);
  expect(comment?.body).toContain("### Slower");
});

test("the comment is found among hundreds, and uses with an id have one each", async () => {
  await using api = await GithubApi.start();
  for (let id = 1; id <= 100; id++) api.of(7).push({ id, user: { login: "github-actions[bot]" }, body: `<!-- other ${id} -->` });
  for (const id of ["node-22", "node-24", "node-22"]) await measured(api, { id });
  expect(
    api
      .of(7)
      .slice(100)
      .map(({ body }) => body.split("\n")[0]),
  ).toEqual(["<!-- heatline: compare node-22 -->", "<!-- heatline: compare node-24 -->"]);
  const { code, log } = await measured(api, { id: "a -->" });
  expect([code, log]).toEqual([2, expect.stringContaining("::error::The id may have letters")]);
});

test("over the budget the step fails only if asked, after the comment", async () => {
  await using api = await GithubApi.start();
  const over = await measured(api, { options: "--fail-above\n10" });
  expect([over.code, over.outputs["over"]]).toEqual([0, "true"]);
  const failed = await measured(api, { options: "--fail-above\n10", fail: "true" });
  expect([failed.code, api.writes.length]).toEqual([3, 2]);
  expect(failed.log).toContain("::error::More was spent than a budget allows");
  expect((await measured(api, { fail: "true" })).code).toBe(0);
  // What cannot be measured fails in any case, with its message.
  const missing = await measured(api, { before: "nowhere" });
  expect([missing.code, api.writes.length]).toEqual([1, 3]);
  expect(missing.log).toContain("nowhere");
});

test("from a fork, and with a token that may not comment, nothing is written but the artifact", async () => {
  await using api = await GithubApi.start();
  const fork = await measured(api, {}, fromFork());
  expect([fork.code, api.writes]).toEqual([0, []]);
  expect(fork.log).toContain("::notice::The pull request is from a fork.");
  expect(JSON.parse(await readFile(path.join(fork.outputs["folder"] ?? "", "pull-request.json"), "utf8"))).toEqual({ number: 7 });
  api.mayWrite = false;
  const bot = await measured(api);
  expect([bot.code, api.writes]).toEqual([0, []]);
  expect(bot.log).toContain("::warning::The token may not comment");
  expect(bot.used.map(([name]) => name)).toEqual(["actions/upload-artifact@v6"]);
  const push = await measured(api, {}, { ref: "refs/heads/main" });
  expect([push.code, push.log]).toEqual([0, "This event has no pull request, so there is nothing to comment on.\n"]);
});

test("names of branches and titles are never run", async () => {
  await using api = await GithubApi.start();
  const { code } = await measured(api, { options: "--top\n$(touch injected)" });
  expect(code).toBe(2);
  expect(existsSync(path.join(pair.checkout, "injected"))).toBe(false);
});

test("the workflow that runs after one from a fork writes its comment, and then updates it", async () => {
  await using api = await GithubApi.start();
  api.pulls.set(7, pullOf());
  const files = { "comment.md": honest, "pull-request.json": '{"number":7}' };
  const { code, log, used } = await commented(api, files);
  expect([code, log]).toEqual([0, "The comment on #7 was written.\n"]);
  expect(used[0]?.[1]).toMatchObject({ name: "heatline", "run-id": "4711" });
  expect(new MarkdownIt({ html: true }).render(api.of(7)[0]?.body ?? "")).toBe(new MarkdownIt({ html: true }).render(honest));
  await commented(api, files);
  expect(api.writes).toEqual(["POST /issues/7/comments", "PATCH /issues/comments/101"]);
});

test.each([
  ["at another commit", { "pull-request.json": '{"number":8}' }, "#8 is not at the commit that was measured"],
  ["of another fork at that commit", { "pull-request.json": '{"number":9}' }, "#9 is not at the commit that was measured"],
  ["that does not exist", { "pull-request.json": '{"number":10}' }, "GitHub answered 404"],
  ["that is no number", { "pull-request.json": '{"number":"7/../8"}' }, "pull-request.json has no number."],
  ["that is no JSON", { "pull-request.json": "7\n::set-output name=x::y" }, "::error::"],
  ["without a file", {}, "There is no file pull-request.json."],
  ["in too long a file", { "pull-request.json": `{"number":7${" ".repeat(1000)}}` }, "pull-request.json is too long"],
] as const)("a pull request %s is refused", async (_what, files, reason) => {
  await using api = await GithubApi.start();
  api.pulls.set(7, pullOf());
  api.pulls.set(8, pullOf({ head: { sha: "0".repeat(40), repo: { full_name: "ada/orders" } } }));
  api.pulls.set(9, pullOf({ head: { sha, repo: { full_name: "mallory/orders" } } }));
  const { code, log } = await commented(api, { "comment.md": honest, ...files });
  expect([code, api.writes]).toEqual([1, []]);
  expect(log).toContain(reason);
  expect(log.match(/^::/gm)).toHaveLength(1);
});

test.each([
  ["none of Heatline's", "Hello"],
  ["too long", honest + " ".repeat(65_000)],
] as const)("a comment that is %s is refused", async (_what, text) => {
  await using api = await GithubApi.start();
  api.pulls.set(7, pullOf());
  const { code } = await commented(api, { "comment.md": text, "pull-request.json": '{"number":7}' });
  expect([code, api.writes]).toEqual([1, []]);
});

test("a stranger's comment mentions nobody, links nowhere and has no picture; a link in place of its file is not followed", async () => {
  await using api = await GithubApi.start();
  api.pulls.set(7, pullOf());
  const evil = `<!-- heatline: bench -->\n@team [free](https://evil.example) ![x](//evil.example/x.png) <img src=x> \\\\<a href="//evil.example">a</a> www.evil.example [r]\n\n[r]: //evil.example\n`;
  await commented(api, { "comment.md": evil, "pull-request.json": '{"number":7}' });
  const body = api.of(7)[0]?.body ?? "";
  expect(body).not.toContain("@");
  expect(new MarkdownIt({ html: true, linkify: true }).render(body).replace("<!-- heatline: bench -->", "")).not.toMatch(/<(?!\/?p>)/);
  const temp = await mkdtemp(path.join(os.tmpdir(), "heatline-runner-"));
  await mkdir(path.join(temp, "heatline-artifact"));
  await writeFile(path.join(temp, "heatline-artifact/pull-request.json"), '{"number":7}');
  await symlink("/etc/passwd", path.join(temp, "heatline-artifact/comment.md"));
  const job = { inputs: {}, event: recorded("workflow-run"), apiUrl: api.url, workspace: temp, temp };
  expect((await runAction(`${folder}/comment`, job)).log).toContain("There is no file comment.md.");
});

test("of a pull request that was closed meanwhile, and of a run that was none's, nothing is written", async () => {
  await using api = await GithubApi.start();
  api.pulls.set(7, pullOf({ state: "closed" }));
  const files = {
    "comment.md": benchMarkdown(someBench({ functions: [someFunction("f")] }), englishWords),
    "pull-request.json": '{"number":7}',
  };
  expect(await commented(api, files)).toMatchObject({ code: 0, log: "#7 is closed.\n" });
  expect(await commented(api, files, { workflow_run: { event: "push" } })).toMatchObject({
    code: 0,
    log: "No pull request was measured.\n",
  });
  expect(api.writes).toEqual([]);
});
