import * as vscode from "vscode";
import type { Agents } from "./agents.ts";

/** Registers what agents call; the rest is loaded after activation, and what serves a call with the first one. */
export function registerAgents(context: vscode.ExtensionContext, runs: vscode.Uri): () => Promise<Agents> {
  const { lm } = vscode;
  const changed = new vscode.EventEmitter<void>();
  const loading = import("./agents.js").then(({ Agents }) => new Agents(context, runs, changed));
  const { languageModelTools, mcpServerDefinitionProviders } = (context.extension.packageJSON as Manifest).contributes;
  context.subscriptions.push(
    changed,
    ...languageModelTools.map(({ name }) =>
      lm.registerTool<unknown>(name, {
        prepareInvocation: async ({ input }) => (await loading).prepare(name, input),
        invoke: async ({ input }, token) => (await loading).invoke(name, input, token),
      }),
    ),
    ...mcpServerDefinitionProviders.map(({ id }) =>
      lm.registerMcpServerDefinitionProvider(id, {
        onDidChangeMcpServerDefinitions: changed.event,
        provideMcpServerDefinitions: async () => (await loading).definitions(),
        resolveMcpServerDefinition: async (server) => (await loading).resolved(server as vscode.McpStdioServerDefinition),
      }),
    ),
    {
      dispose: () =>
        loading.then(
          (agents) => agents.dispose(),
          () => undefined,
        ),
    },
  );
  return () => loading;
}

interface Manifest {
  readonly contributes: {
    readonly languageModelTools: readonly { readonly name: string }[];
    readonly mcpServerDefinitionProviders: readonly { readonly id: string }[];
  };
}
