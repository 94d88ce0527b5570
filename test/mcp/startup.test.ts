import { writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { officialClient } from "./official-clients.ts";
import { smallProject } from "./small-project.ts";

const heavy = `const end = performance.now() + 400;
while (performance.now() < end) Math.sqrt(2);
exports.heavy = true;
`;

async function startingProject() {
  const project = await smallProject();
  await writeFile(path.join(project.root, "package.json"), JSON.stringify({ name: "small", scripts: { cli: "node cli.js" } }));
  await writeFile(path.join(project.root, "cli.js"), '// A command line.\nconst { heavy } = require("./heavy.js");\nconsole.log(heavy);\n');
  await writeFile(path.join(project.root, "heavy.js"), heavy);
  return project;
}

test("an agent profiles a start-up, and is led to the import that costs most", { tags: ["thorough"] }, async () => {
  await using project = await startingProject();
  await using client = await officialClient("2026-07-28", { args: ["--root", project.root] });
  const profiled = await client.call("heatline_profile", { script: "cli", startup: true });
  expect(profiled.text).toMatch(/ \d+ starts of \d+ ms each, /);
  expect(profiled.text).toContain("Next: heatline_imports says what loading each module costs.");
  const reported = await client.call("heatline_imports");
  expect(reported.text).toContain("with all that they import, times per start:");
  const rows = reported.data["rows"] as readonly { readonly module: string; readonly at?: string; readonly ms: number }[];
  const slow = rows.find(({ module }) => module === "heavy.js");
  expect(slow?.at).toBe("cli.js:2");
  // Of one start, not of all.
  expect(slow?.ms).toBeGreaterThan(200);
  expect(slow?.ms).toBeLessThan(800);
});

test("a start-up takes no load, no time and no test", async () => {
  await using project = await startingProject();
  await using client = await officialClient("2025-11-25", { args: ["--root", project.root] });
  for (const more of [{ seconds: 5 }, { load: { path: "/" } }]) {
    const { text, isError } = await client.call("heatline_profile", { script: "cli", startup: true, ...more });
    expect({ text, isError }).toEqual({
      text: "A start has no load, seconds or test of its own: leave them out, or startup.",
      isError: true,
    });
  }
});
