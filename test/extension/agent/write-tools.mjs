// Writes what `out/mcp.js` lists into package.json, as tools of VS Code's language models: `npm run build && node test/extension/agent/write-tools.mjs`.
import { spawn } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { createInterface } from "node:readline";

const root = path.resolve(import.meta.dirname, "../../..");
const manifest = path.join(root, "package.json");

const icons = {
  profile: "flame",
  hot_lines: "list-ordered",
  line: "code",
  function: "symbol-method",
  callers: "call-incoming",
  advice: "lightbulb",
  blocks: "debug-pause",
  slowest_requests: "watch",
  imports: "package",
  groups: "extensions",
  compare: "diff",
  runs: "history",
  export: "export",
};

/** @returns {Promise<readonly { name: string, description: string, inputSchema: object }[]>} */
async function listed() {
  const server = spawn(process.execPath, [path.join(root, "out/mcp.js")], { stdio: ["pipe", "pipe", "inherit"] });
  server.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" })}\n`);
  for await (const line of createInterface({ input: server.stdout })) {
    server.stdin.end();
    return JSON.parse(line).result.tools;
  }
  throw new Error("The server ended without an answer.");
}

const content = JSON.parse(await readFile(manifest, "utf8"));
content.contributes.languageModelTools = (await listed()).map(({ name, description, inputSchema }) => {
  const short = name.replace(/^heatline_/, "");
  const words = short.split("_").map((word) => word[0].toUpperCase() + word.slice(1));
  return {
    name,
    toolReferenceName: `heatline${words.join("")}`,
    displayName: `%tool.${short}%`,
    userDescription: `%tool.${short}.description%`,
    modelDescription: description,
    canBeReferencedInPrompt: true,
    icon: `$(${icons[short] ?? "flame"})`,
    tags: ["heatline", "profiling", "performance"],
    inputSchema,
  };
});
await writeFile(manifest, `${JSON.stringify(content, null, 2)}\n`);
