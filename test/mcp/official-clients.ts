import { Client as NewClient } from "@modelcontextprotocol/client";
import { StdioClientTransport as NewTransport } from "@modelcontextprotocol/client/stdio";
import { Client as OldClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport as OldTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { ElicitRequestSchema, ListRootsRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { bundleMcp } from "./mcp-bundle.ts";

/** What a tool answered: the text that the model reads, and the same as data, which the client has checked by the tool's schema. */
export interface Called {
  readonly text: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly isError: boolean;
}

export interface OfficialClient extends AsyncDisposable {
  readonly version: string | undefined;
  readonly tools: () => Promise<readonly { readonly name: string; readonly outputSchema?: unknown; readonly annotations?: unknown }[]>;
  readonly call: (name: string, args?: Readonly<Record<string, unknown>>, options?: CallOptions) => Promise<Called>;
}

interface CallOptions {
  readonly signal?: AbortSignal;
  readonly onprogress?: (progress: { readonly progress: number; readonly message?: string | undefined }) => void;
}

interface ClientSetting {
  readonly args: readonly string[];
  readonly cwd?: string;
  /** The user's answer to each question; none: the client cannot ask. */
  readonly answer?: "accept" | "decline";
  readonly asked?: (question: string) => void;
  readonly roots?: readonly { readonly uri: string; readonly name?: string }[];
  readonly env?: Readonly<Record<string, string>>;
}

export const generations = ["2025-11-25", "2026-07-28"] as const;

const longest = { timeout: 110_000, resetTimeoutOnProgress: true };
const info = { name: "heatline-test", version: "1" };

/** The client that the protocol's authors publish for that generation, connected to the real server. */
export async function officialClient(generation: (typeof generations)[number], setting: ClientSetting): Promise<OfficialClient> {
  const server = {
    command: process.execPath,
    args: [await bundleMcp(), ...setting.args],
    ...(setting.cwd === undefined ? {} : { cwd: setting.cwd }),
    env: { ...(process.env as Record<string, string>), ...setting.env },
    stderr: "inherit" as const,
  };
  return generation === "2025-11-25" ? await sessionClient(server, setting) : await requestClient(server, setting);
}

type Server = ConstructorParameters<typeof OldTransport>[0];

async function sessionClient(server: Server, { answer, asked, roots }: ClientSetting): Promise<OfficialClient> {
  const client = new OldClient(info, {
    capabilities: { ...(answer === undefined ? {} : { elicitation: {} }), ...(roots === undefined ? {} : { roots: {} }) },
  });
  if (answer !== undefined) {
    client.setRequestHandler(ElicitRequestSchema, ({ params }) => {
      asked?.(params.message);
      return { action: answer, ...(answer === "accept" ? { content: {} } : {}) };
    });
  }
  if (roots !== undefined) client.setRequestHandler(ListRootsRequestSchema, () => ({ roots: [...roots] }));
  const transport = new OldTransport(server);
  await client.connect(transport);
  return {
    version: client.getServerVersion()?.version,
    tools: async () => (await client.listTools()).tools,
    call: async (name, args = {}, options = {}) =>
      called(await client.callTool({ name, arguments: args }, undefined, { ...longest, ...options })),
    [Symbol.asyncDispose]: () => client.close(),
  };
}

async function requestClient(server: Server, { answer, asked }: ClientSetting): Promise<OfficialClient> {
  const client = new NewClient(info, {
    capabilities: answer === undefined ? {} : { elicitation: { form: {} } },
    versionNegotiation: { mode: { pin: "2026-07-28" } },
  });
  if (answer !== undefined) {
    client.setRequestHandler("elicitation/create", ({ params }) => {
      asked?.(params.message);
      return { action: answer, ...(answer === "accept" ? { content: {} } : {}) };
    });
  }
  await client.connect(new NewTransport(server));
  return {
    version: client.getServerVersion()?.version,
    tools: async () => (await client.listTools()).tools,
    call: async (name, args = {}, options = {}) => called(await client.callTool({ name, arguments: args }, { ...longest, ...options })),
    [Symbol.asyncDispose]: () => client.close(),
  };
}

function called(result: unknown): Called {
  const {
    content,
    structuredContent = {},
    isError = false,
  } = result as {
    readonly content: readonly { readonly text: string }[];
    readonly structuredContent?: Readonly<Record<string, unknown>>;
    readonly isError?: boolean;
  };
  return { text: content.map(({ text }) => text).join("\n"), data: structuredContent, isError };
}
