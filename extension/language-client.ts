import type * as vscode from "vscode";
import { LanguageClient, type LanguageClientOptions, RevealOutputChannelOn, State, TransportKind } from "vscode-languageclient/node";
import { clientCommands } from "../language-server/protocol/client-commands.ts";
import { withoutLogins } from "./log.ts";
import type { ServerOptions } from "../language-server/protocol/settings.ts";

/** Loaded on first use of the server, as a separate bundle: only `server-link.ts` imports it. */
export interface HeatlineClient {
  request(method: string, params: unknown, token?: vscode.CancellationToken): Promise<unknown>;
  notify(method: string, params: unknown): Promise<void>;
  stop(): Promise<void>;
}

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

/** Starts the server; resolves when it responds, rejects if it does not start. */
export async function startLanguageClient(setup: ClientSetup): Promise<HeatlineClient> {
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
  return {
    request: (method, params, token) =>
      token === undefined ? client.sendRequest(method, params) : client.sendRequest(method, params, token),
    notify: (method, params) => client.sendNotification(method, params),
    stop: () => client.dispose(),
  };
}
