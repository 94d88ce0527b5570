import path from "node:path";
import { ourSurroundings } from "../../platform/private/state-path.ts";
import type { ConfigFormat } from "./config-edit.ts";
import { jsonConfig } from "./json-config.ts";
import { SetupProblem } from "./config-file.ts";
import { tomlConfig } from "./toml-config.ts";

export interface Client {
  /** As its makers write it. */
  readonly name: string;
  /** The absolute path of its configuration. Throws a SetupProblem where none is known. */
  readonly file: (root: string, env: Environment) => string;
  readonly format: ConfigFormat;
  /** The configuration is for all projects, so no entry names the one that it was made for. */
  readonly isForAllProjects?: true;
  /** VS Code says which kind of server it is. */
  readonly type?: "stdio";
  /** What in an entry the client would replace by the value of a variable. */
  readonly variables?: RegExp;
}

type Environment = Readonly<Record<string, string | undefined>>;

const inProject =
  (...names: readonly string[]) =>
  (root: string): string =>
    path.join(root, ...names);

/**
 * As the clients' documentation had it in November 2026: code.claude.com/docs/en/mcp, code.visualstudio.com/docs/agents/reference/mcp-configuration,
 * cursor.com/docs/mcp, geminicli.com/docs/tools/mcp-server, and codex-rs/rmcp-client of github.com/openai/codex, which starts servers in its own folder.
 */
export const clients: Readonly<Record<string, Client>> = {
  claude: { name: "Claude Code", file: inProject(".mcp.json"), format: jsonConfig("mcpServers"), variables: /\$\{/ },
  vscode: { name: "VS Code", file: inProject(".vscode", "mcp.json"), format: jsonConfig("servers"), type: "stdio", variables: /\$\{/ },
  cursor: { name: "Cursor", file: inProject(".cursor", "mcp.json"), format: jsonConfig("mcpServers"), variables: /\$\{/ },
  gemini: {
    name: "Gemini CLI",
    file: inProject(".gemini", "settings.json"),
    format: jsonConfig("mcpServers"),
    variables: /\$[{A-Za-z_]/,
  },
  codex: {
    name: "Codex CLI",
    file: (_root, env) => path.join(codexFolder(env), "config.toml"),
    format: tomlConfig,
    isForAllProjects: true,
  },
};

export const usualClient = "claude";

function codexFolder(env: Environment): string {
  const given = env["CODEX_HOME"] ?? "";
  if (given !== "") return path.resolve(given);
  const { home } = ourSurroundings();
  if (!path.isAbsolute(home)) throw new SetupProblem({ code: "command.agentSetup.noHome" });
  return path.join(home, ".codex");
}
