import { execFileSync } from "node:child_process";
import { appendFile, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { MessageFile } from "../../../language-server/recording/app/message-file.ts";

const folder = await mkdtemp(path.join(os.tmpdir(), "messages-"));
const closed = { kind: "closed", server: 1 };

afterAll(() => rm(folder, { recursive: true }));

test("messages are read as they are added, each once, and a line when it is complete", async () => {
  const name = path.join(folder, "added.jsonl");
  await writeFile(name, `${JSON.stringify(closed)}\n{"kind":"clo`);
  const file = new MessageFile(name);
  expect(await file.readOn()).toEqual([closed]);
  await appendFile(name, 'sed","server":2}\n');
  expect(await file.readOn()).toEqual([{ kind: "closed", server: 2 }]);
  expect(await file.readOn()).toEqual([]);
});

test.each(["null", "[", "", '"closed"', '{"server":1}', '{"kind":"process","report":{"pid":-1},"thread":{}}'])(
  "the line %s of an app is left out, and those after it are read",
  async (line) => {
    const name = path.join(folder, "odd.jsonl");
    await writeFile(name, `${line}\n${JSON.stringify(closed)}\n`);
    expect(await new MessageFile(name).readOn()).toEqual([closed]);
  },
);

test("a pipe in its place is not waited for, and a link is not followed", async () => {
  const [pipe, link] = [path.join(folder, "pipe.jsonl"), path.join(folder, "link.jsonl")];
  execFileSync("mkfifo", [pipe]);
  await writeFile(path.join(folder, "target"), `${JSON.stringify(closed)}\n`);
  await symlink("target", link);
  for (const name of [pipe, link]) expect(await new MessageFile(name).readOn()).toEqual([]);
});
