import type * as vscode from "vscode";
import { LanguageClient, type LanguageClientOptions, RevealOutputChannelOn, State, TransportKind } from "vscode-languageclient/node";
import { clientCommands } from "../language-server/protocol/client-commands.ts";
import { withoutLogins } from "./log.ts";
import type { ServerOptions } from "../language-server/protocol/settings.ts";

export interface ClientSetup {
  /** Absolute path of the server's bundle. */
  readonly module: string;
  /** Called for every start, including restarts. */
  readonly options: () => ServerOptions;
  readonly log: vscode.LogOutputChannel;
  readonly handlers: readonly { readonly method: string; readonly handle: (params: unknown) => void }[];
  /** Called when a crashed server is running again. */
  readonly restarted: () => void;
}

/** Files that can be annotated: what Node runs, and what compiles to it. */
const documentSelector: NonNullable<LanguageClientOptions["documentSelector"]> = [
  ...["javascript", "javascriptreact", "typescript", "typescriptreact"].map((language) => ({ scheme: "file", language })),
  { scheme: "file", pattern: "**/*.{vue,svelte,astro,coffee,civet,res,ls}" },
];

/** Port to debug the server on when the window itself is being debugged; .vscode/launch.json has the same one. */
const debugPort = 6009;

/**
 * Starts the server; resolves when it responds, rejects if it does not start. A separate bundle, loaded on first use of the server: only
 * `server-link.ts` imports it.
 */
export async function startLanguageClient(setup: ClientSetup): Promise<LanguageClient> {
  const server = { module: setup.module, transport: TransportKind.ipc };
  const client = new LanguageClient(
    "heatline",
    "Heatline",
    { run: server, debug: { ...server, options: { execArgv: [`--inspect=${debugPort}`] } } },
    {
      documentSelector,
      initializationOptions: setup.options,
      outputChannel: setup.log,
      traceOutputChannel: withoutLogins(setup.log),
      revealOutputChannelOn: RevealOutputChannelOn.Never,
      markdown: { isTrusted: { enabledCommands: Object.values(clientCommands) }, supportThemeIcons: true },
    },
  );
  // The client keeps one handler of a method: the last.
  for (const method of new Set(setup.handlers.map((each) => each.method))) {
    const handlers = setup.handlers.filter((each) => each.method === method);
    client.onNotification(method, (params) => handlers.forEach(({ handle }) => handle(params)));
  }
  await client.start();
  client.onDidChangeState(({ newState }) => {
    if (newState === State.Running) setup.restarted();
  });
  return client;
}
