import { mkdirSync, rmSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { baseOf, changedFiles, repositoryAt, versionNamed, workingTree } from "../../../language-server/recording/checkouts/repository.ts";
import { MadeRepository } from "./made-repository.ts";

test("by default a change is compared with where it left the default branch; on that branch with the commit before, or the last one", async () => {
  const made = new MadeRepository({ "app.js": "1\n" });
  const first = made.git("rev-parse", "HEAD").trim();
  const left = made.commit("second", { "app.js": "2\n" });
  const repository = await repositoryAt(made.folder);
  expect(await baseOf(repository, await workingTree(repository))).toEqual({ name: "HEAD^", commit: first });
  made.write({ "app.js": "3\n" });
  expect(await baseOf(repository, await workingTree(repository))).toEqual({ name: "HEAD", commit: left });
  made.git("checkout", "--quiet", "-b", "topic");
  made.commit("third", { "app.js": "4\n" });
  expect(await baseOf(repository, await workingTree(repository))).toEqual({ name: "main", commit: left });
  expect(await baseOf(repository, await versionNamed(repository, "main"))).toEqual({ name: "main^", commit: first });
});

test("a version has any name that Git knows, and a branch that only origin has; what is unknown is named, in a shallow clone with what to do", async () => {
  const origin = new MadeRepository({ "app.js": "1\n" });
  origin.git("branch", "topic");
  const commit = origin.commit("second", { "app.js": "2\n" });
  const clone = new MadeRepository({ other: "1\n" });
  clone.git("remote", "add", "origin", `file://${origin.folder}`);
  clone.git("fetch", "--quiet", "--depth=1", "origin");
  const repository = await repositoryAt(clone.folder);
  expect(await versionNamed(repository, "origin/main")).toEqual({ name: "origin/main", commit });
  expect((await versionNamed(repository, "topic")).commit).toBe(origin.git("rev-parse", "topic").trim());
  await expect(versionNamed(repository, "nonesuch")).rejects.toMatchObject({
    coded: { code: "command.bench.noRefInShallow", values: { ref: "nonesuch" } },
  });
  await expect(versionNamed(await repositoryAt(origin.folder), "--all")).rejects.toMatchObject({ coded: { code: "command.bench.noRef" } });
  const outside = path.join(path.dirname(origin.folder), `outside-${process.pid}`);
  mkdirSync(outside);
  await expect(repositoryAt(outside)).rejects.toMatchObject({ coded: { code: "command.bench.noRepository" } });
  rmSync(outside, { recursive: true });
});

test("changed files are those of the commits and of what is not committed, without ignored ones", async () => {
  const made = new MadeRepository({ ".gitignore": "ignored\n", "lib/a.js": "1\n", "lib/b.js": "1\n", "lib/c.js": "1\n" });
  made.commit("second", { "lib/a.js": "2\n", "read me.md": "1\n" });
  made.write({ "lib/b.js": "2\n", "lib/новый.js": "1\n", ignored: "1\n" });
  made.git("rm", "--quiet", "lib/c.js");
  const repository = await repositoryAt(path.join(made.folder, "lib"));
  expect(repository).toEqual({ root: made.folder, inside: "lib" });
  const head = await workingTree(repository);
  expect(await changedFiles(repository, await versionNamed(repository, "HEAD^"), head)).toEqual([
    "lib/a.js",
    "lib/b.js",
    "lib/c.js",
    "lib/новый.js",
    "read me.md",
  ]);
});
