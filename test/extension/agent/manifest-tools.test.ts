import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { allTools } from "../../../language-server/mcp/tools/all-tools.ts";
import { toolboxOf } from "../../../language-server/mcp/tools/toolbox.ts";
import type { Session } from "../../../language-server/mcp/session.ts";
import { Connection } from "../../../language-server/mcp/wire/connection.ts";
import { manifest } from "../manifest.ts";

const root = path.resolve(import.meta.dirname, "../../..");
const { languageModelTools, chatSkills } = manifest.contributes;

interface Listed {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: object;
}

/** The answer to `tools/list`. */
async function listedTools(): Promise<readonly Listed[]> {
  const server = { name: "heatline", title: "Heatline", version: "1", instructions: "" };
  return await new Promise((resolve) => {
    const send = ({ result }: { readonly result?: unknown }): void => resolve((result as { readonly tools: readonly Listed[] }).tools);
    const connection = new Connection(server, toolboxOf(allTools, {} as Session), send);
    connection.receive(JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" }));
  });
}

test("package.json has the tools that the server lists (else run test/extension/agent/write-tools.mjs)", async () => {
  const found = languageModelTools.map(({ name, modelDescription, inputSchema }) => ({ name, modelDescription, inputSchema }));
  const listed = await listedTools();
  expect(found).toEqual(listed.map(({ name, description, inputSchema }) => ({ name, modelDescription: description, inputSchema })));
  const english = JSON.parse(readFileSync(path.join(root, "package.nls.json"), "utf8")) as Readonly<Record<string, string>>;
  expect(languageModelTools.map(({ displayName }) => english[displayName.slice(1, -1)])).toEqual(listed.map(({ title }) => title));
});

test("each tool can be named in a prompt, by a name of its own", () => {
  for (const { toolReferenceName, canBeReferencedInPrompt, icon, tags } of languageModelTools) {
    expect(toolReferenceName).toMatch(/^heatline[A-Za-z]+$/);
    expect([canBeReferencedInPrompt, icon, tags]).toEqual([
      true,
      expect.stringMatching(/^\$\([\w-]+\)$/),
      expect.arrayContaining(["heatline"]),
    ]);
  }
  expect(new Set(languageModelTools.map(({ toolReferenceName }) => toolReferenceName)).size).toBe(languageModelTools.length);
});

test("the skill is called like its folder, says when to use it, and names only tools that there are", () => {
  const [skill] = chatSkills.map(({ path: file }) => ({ file, text: readFileSync(path.join(root, file), "utf8") }));
  const [, name, description = ""] = /^---\nname: (.*)\ndescription: (.*)\n---\n/.exec(skill?.text ?? "") ?? [];
  expect(name).toBe(path.basename(path.dirname(skill?.file ?? "")));
  expect(description.length).toBeLessThanOrEqual(1024);
  const named = new Set(skill?.text.match(/heatline_\w+/g));
  expect([...named].filter((tool) => languageModelTools.every((each) => each.name !== tool))).toEqual([]);
  expect(named).toContain("heatline_compare");
});
