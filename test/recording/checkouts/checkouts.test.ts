import { chmodSync, existsSync, readFileSync, readdirSync, rmSync, statSync } from "node:fs";
import path from "node:path";
import { beforeAll, expect, test } from "vitest";
import { Checkouts } from "../../../language-server/recording/checkouts/checkouts.ts";
import { prepareSides, type SideOrder } from "../../../language-server/recording/checkouts/prepared.ts";
import { repositoryAt, versionNamed, workingTree } from "../../../language-server/recording/checkouts/repository.ts";
import { buildAdapter } from "../../drivers/adapter/adapter-bundle.ts";
import { MadeRepository } from "./made-repository.ts";

let watchdog = "";
const never = new AbortController().signal;
const quiet = { install: undefined, build: undefined, onStep: () => undefined };

beforeAll(async () => {
  ({ watchdog } = await buildAdapter());
});

function textIn(folder: string, name: string): string | undefined {
  const file = path.join(folder, name);
  return existsSync(file) ? readFileSync(file, "utf8") : undefined;
}

test("both versions are put side by side, with what is not committed and .env files; nothing of that is left in the repository", async () => {
  const made = new MadeRepository({
    ".gitignore": ".env*\nnode_modules\n",
    "app/a.js": "1\n",
    "app/gone.js": "1\n",
    "app/staged.js": "1\n",
  });
  const hook = path.join(made.folder, ".git", "hooks", "post-checkout");
  made.write({ ".git/hooks/post-checkout": `#!/bin/sh\ntouch "${made.folder}/hook-ran"\n` });
  chmodSync(hook, 0o755);
  made.commit("second", { "app/a.js": "2\n" });
  made.write({ "app/a.js": "3\n", "app/new.js": "1\n", ".env": "SECRET=1\n", "app/.env.local": "SECRET=2\n" });
  made.write({ "app/node_modules/some/.env": "SECRET=3\n" });
  chmodSync(path.join(made.folder, ".env"), 0o600);
  rmSync(path.join(made.folder, "app/gone.js"));
  made.git("mv", "app/staged.js", "app/moved.js");
  const before = made.state;
  const repository = await repositoryAt(path.join(made.folder, "app"));
  let folder = "";
  {
    await using checkouts = await Checkouts.open(repository, watchdog);
    folder = checkouts.folder;
    const base = await checkouts.add("base", await versionNamed(repository, "HEAD^"), never);
    const head = await checkouts.add("head", await workingTree(repository), never);
    expect(statSync(folder).mode & 0o077).toBe(0);
    expect(base.root.length).toBe(head.root.length);
    expect([base.app, head.app]).toEqual([path.join(base.root, "app"), path.join(head.root, "app")]);
    expect(readdirSync(base.app).sort()).toEqual([".env.local", "a.js", "gone.js", "staged.js"]);
    expect(readdirSync(head.app).sort()).toEqual([".env.local", "a.js", "moved.js", "new.js"]);
    expect([textIn(base.app, "a.js"), textIn(head.app, "a.js")]).toEqual(["1\n", "3\n"]);
    for (const { root } of [base, head]) expect(textIn(root, ".env")).toBe("SECRET=1\n");
    expect(statSync(path.join(head.root, ".env")).mode & 0o077).toBe(0);
  }
  expect(existsSync(folder)).toBe(false);
  expect(existsSync(path.join(made.folder, "hook-ran"))).toBe(false);
  expect(made.state).toEqual(before);
});

test("submodules come from the user's own clone of them, without the network, and settings stay as they were", async () => {
  const inner = new MadeRepository({ "inner.js": "1\n" });
  const origin = new MadeRepository({ "app.js": "1\n" });
  origin.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", `file://${inner.folder}`, "vendor/inner");
  origin.commit("with a submodule", {});
  // Wherever it came from is not there any more.
  rmSync(inner.folder, { recursive: true });
  const before = origin.state;
  const repository = await repositoryAt(origin.folder);
  {
    await using checkouts = await Checkouts.open(repository, watchdog);
    const { root } = await checkouts.add("head", await versionNamed(repository, "HEAD"), never);
    expect(textIn(root, "vendor/inner/inner.js")).toBe("1\n");
  }
  expect(origin.state).toEqual(before);
  origin.git("submodule", "--quiet", "deinit", "--force", "--all");
  rmSync(path.join(origin.folder, ".git/modules"), { recursive: true });
  const without = origin.state;
  {
    await using checkouts = await Checkouts.open(repository, watchdog);
    await expect(checkouts.add("head", await versionNamed(repository, "HEAD"), never)).rejects.toMatchObject({
      coded: { code: "command.bench.failed.submodules", values: { side: "HEAD" } },
    });
  }
  expect(origin.state).toEqual(without);
});

test("what a killed bench left in Git's list is removed by the next one, and other missing worktrees stay", async () => {
  const made = new MadeRepository({ "app.js": "1\n" });
  const [left, other] = [path.join(made.folder, "../bench-Ab12Cd/base"), path.join(made.folder, "../on-another-disk")];
  for (const folder of [left, other]) {
    made.git("worktree", "add", "--quiet", "--detach", folder);
    rmSync(folder, { recursive: true });
  }
  await (await Checkouts.open(await repositoryAt(made.folder), watchdog))[Symbol.asyncDispose]();
  expect(made.git("worktree", "list")).toContain("on-another-disk");
  expect(made.git("worktree", "list")).not.toContain("bench-Ab12Cd");
});

const dependency = {
  "vendor/dep/package.json": '{"name":"dep","version":"1.0.0","main":"dep.js"}',
  "vendor/dep/dep.js": "module.exports = 1;\n",
};
const packageJson = (more: object): string => JSON.stringify({ name: "app", version: "1.0.0", ...more });

/** Prepares HEAD^ and HEAD, and says which steps there were. */
async function prepared(
  made: MadeRepository,
  inside = "",
): Promise<{ readonly steps: readonly string[]; readonly texts: (file: string) => unknown[] }> {
  const repository = await repositoryAt(path.join(made.folder, inside));
  const order = async (name: string): Promise<SideOrder> => ({ version: await versionNamed(repository, name), node: undefined });
  const steps: string[] = [];
  const before = made.state;
  const checkouts = await Checkouts.open(repository, watchdog);
  try {
    const onStep = (step: string, side: string): void => void (step === "checkout" || steps.push(`${step} ${side}`));
    const sides = { base: await order("HEAD^"), head: await order("HEAD") };
    const { base, head } = await prepareSides(checkouts, repository, sides, { ...quiet, onStep }, never);
    const read = new Map<string, unknown[]>();
    for (const file of ["node_modules/dep/dep.js", "built.js", "node_modules/.package-lock.json"])
      read.set(file, [textIn(base.app, file), textIn(head.app, file)]);
    return { steps, texts: (file) => read.get(file) ?? [] };
  } finally {
    await checkouts[Symbol.asyncDispose]();
    expect(made.state).toEqual(before);
  }
}

test("a version without packages and build script needs no package manager", async () => {
  const made = new MadeRepository({ "app.js": "1\n" });
  made.commit("second", { "app.js": "2\n" });
  expect((await prepared(made)).steps).toEqual([]);
});

test("each version gets its own packages by its lock file, and its own build, also in a sub-folder", async () => {
  const build = { scripts: { build: "node build.js" }, dependencies: { dep: "file:vendor/dep" } };
  const made = new MadeRepository({
    ".gitignore": "node_modules\nbuilt.js\n",
    "app/package.json": packageJson(build),
    "app/build.js": `require("node:fs").writeFileSync("built.js", "first " + require("dep"));\n`,
    ...Object.fromEntries(Object.entries(dependency).map(([name, text]) => [`app/${name}`, text])),
  });
  made.commit("second", {
    "app/vendor/dep/dep.js": "module.exports = 2;\n",
    "app/build.js": `require("node:fs").writeFileSync("built.js", "second " + require("dep"));\n`,
  });
  const { steps, texts } = await prepared(made, "app");
  expect(steps).toEqual(["install HEAD^", "install HEAD", "build HEAD^", "build HEAD"]);
  expect(texts("built.js")).toEqual(["first 1", "second 2"]);
});

test("packages that are the same are installed once", { tags: ["thorough"] }, async () => {
  const made = new MadeRepository({
    ".gitignore": "node_modules\n",
    "package.json": packageJson({ workspaces: ["packages/*"] }),
    "packages/one/package.json": '{"name":"one","version":"1.0.0"}',
  });
  made.commit("second", { "app.js": "2\n" });
  const { steps, texts } = await prepared(made);
  expect(steps).toEqual(["install HEAD^", "copy HEAD"]);
  const [base, head] = texts("node_modules/.package-lock.json");
  expect(base).toBeDefined();
  expect(head).toBe(base);
});

test("a build that fails is reported with its version, its command and its last lines", async () => {
  const made = new MadeRepository({ "package.json": packageJson({}) });
  made.commit("second", { "package.json": packageJson({ scripts: { build: "echo planted; exit 3" } }) });
  await expect(prepared(made)).rejects.toMatchObject({
    coded: { code: "command.bench.failed.build", values: { side: "HEAD", command: "npm run build", code: 3 } },
    output: expect.arrayContaining(["planted"]) as unknown,
  });
});

test("so is an install that fails", { tags: ["thorough"] }, async () => {
  const made = new MadeRepository({ "package.json": packageJson({ dependencies: { dep: "1.0.0" } }), "package-lock.json": "{}" });
  made.commit("second", { "README.md": "1\n" });
  await expect(prepared(made)).rejects.toMatchObject({ coded: { code: "command.bench.failed.install", values: { side: "HEAD^" } } });
});
