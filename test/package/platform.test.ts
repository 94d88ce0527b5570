import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const root = path.resolve(import.meta.dirname, "../..");

/** Ways to ask for the platform that the lint rule for `process.platform` and `os.platform` does not see. */
const unseen =
  /import[^;]*\{[^}]*\b(?:platform|type|EOL)\b(?! as type)[^}]*\}[^;]*"(?:node:)?(?:os|process)"|globalThis\.process\.platform|process\?\.platform/u;

test("only language-server/platform/ asks which platform it runs on, also in ways that lint does not see", () => {
  for (const line of [
    'import { platform } from "node:process";',
    'import os, { type as kind } from "os";',
    "globalThis.process.platform",
    "process?.platform",
  ])
    expect(line).toMatch(unseen);
  const files = ["extension", "language-server", "webview"].flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".ts"))
      .map((name) => `${folder}/${name}`),
  );
  expect(files.length).toBeGreaterThan(300);
  expect(files.filter((file) => unseen.test(readFileSync(path.join(root, file), "utf8")))).toEqual([]);
});
