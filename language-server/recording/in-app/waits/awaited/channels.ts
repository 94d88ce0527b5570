import { channel } from "node:diagnostics_channel";
import http from "node:http";
import https from "node:https";
import { requestGroup, requestPath } from "../../request-path.ts";
import { type AwaitedNow, ranks } from "./awaited-now.ts";
import { replace, type AwaitedKind, type WhatNames } from "./what-names.ts";

const longest = 200;

/**
 * A statement of SQL as it may be shown: strings, numbers and comments are replaced, white space is joined, lists of placeholders are
 * shortened, and it is cut after 200 characters. Its own placeholders stay.
 */
export function statementText(statement: string): string {
  const masked = statement
    .slice(0, 20 * longest)
    .replaceAll(
      /'(?:[^'\\]|''|\\.)*(?:'|$)|\$(\w*)\$[\s\S]*?(?:\$\1\$|$)|"(?:[^"\\]|""|\\.)*(?:"|$)|--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/g,
      (found) => (found.startsWith("--") || found.startsWith("/*") ? " " : isQuotedName(found) ? found : "?"),
    )
    .replaceAll(/(?<![\w$?:@.])[-+]?(?:0x[\da-f]+|\d+(?:\.\d+)?(?:e[-+]?\d+)?)\b/gi, "?")
    .replaceAll(/\s+/g, " ")
    .replaceAll(/\(\s*(?:\?|\$\d+)(?:\s*,\s*(?:\?|\$\d+))+\s*\)(?:\s*,\s*\((?:[?$\d,\s]+)\))*/g, "(?, …)")
    .trim();
  return masked.length > longest ? `${masked.slice(0, longest - 1)}…` : masked;
}

/** In standard SQL names are in double quotes; in MySQL strings may be, and these rarely look like a name. */
function isQuotedName(quoted: string): boolean {
  return /^"[a-z_]\w{0,40}"$/i.test(quoted) && !/\d{3}/.test(quoted);
}

// Before the app can replace them.
const { apply } = Reflect;
const now = performance.now.bind(performance);

/** What a message of a channel says; the fields are those of any of the libraries. */
interface Message {
  readonly request?: RequestFields;
  readonly process?: { readonly spawnfile?: unknown };
  readonly query?: unknown;
  readonly command?: unknown;
  readonly operation?: unknown;
  readonly collection?: unknown;
}
interface RequestFields {
  readonly method?: unknown;
  readonly origin?: unknown;
  readonly host?: unknown;
  readonly path?: unknown;
}

type Named = readonly [kind: AwaitedKind, rank: number, text: (message: Message) => string];

const ofHttp: Named = ["http", ranks.whole, ({ request = {} }) => requestText(request)];
const mysql: Named = ["sql", ranks.whole, ({ query }) => statementText(textOf((query as { sql?: unknown } | undefined)?.sql ?? query))];
const mongoose: Named = ["mongodb", ranks.whole, ({ operation, collection }) => [operation, collection].map(textOf).join(" ").trim()];

/** What Node and libraries report when they begin something that takes time, by the channel's name. */
const channels: Readonly<Record<string, Named>> = {
  "undici:request:create": ofHttp,
  "http.client.request.created": ofHttp,
  "http.client.request.start": ofHttp,
  "net.client.socket": ["net", ranks.part, () => "connect"],
  child_process: ["process", ranks.whole, () => "child process"],
  "tracing:mysql2:query:start": mysql,
  "tracing:mysql2:execute:start": mysql,
  "tracing:ioredis:command:start": ["redis", ranks.whole, ({ command }) => textOf(command).toUpperCase()],
  "tracing:mongoose:query:start": mongoose,
  "tracing:mongoose:aggregate:start": mongoose,
  "tracing:mongoose:model:save:start": mongoose,
  "tracing:mongoose:model:insertMany:start": mongoose,
  "tracing:mongoose:model:bulkWrite:start": mongoose,
  "tracing:mongoose:cursor:next:start": mongoose,
};

/** Notes what the app begins, as Node and its libraries report it. */
export function noteChannels(awaited: AwaitedNow, names: WhatNames): void {
  const noted = new WeakSet();
  const note = ([kind, rank, text]: Named, message: Message): void => {
    try {
      const { request } = message;
      if (request !== undefined && noted.has(request)) return;
      if (request !== undefined) noted.add(request);
      awaited.begin(names.id(kind, text(message)), rank, now());
    } catch {
      // A library has changed what it reports.
    }
  };
  for (const [name, kind] of Object.entries(channels)) channel(name).subscribe((message) => note(kind, message as Message));
  // Before Node 22.12 no channel reports a request when it is made.
  for (const module of [http, https])
    for (const name of ["request", "get"])
      replace(
        module,
        name,
        (original) =>
          function (this: unknown, ...values) {
            const request = apply(original, this, values);
            note(ofHttp, { request: request as RequestFields });
            return request;
          },
      );
}

function requestText({ method, origin, host, path }: RequestFields): string {
  const server = typeof origin === "string" ? origin.replace(/^\w+:\/\//, "") : textOf(host);
  const bare = textOf(path).split("?")[0] ?? "";
  return `${textOf(method)} ${server}${requestGroup(requestPath(bare)?.path ?? "")}`.trim();
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}
