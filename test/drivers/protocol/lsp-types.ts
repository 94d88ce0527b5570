import { readdirSync } from "node:fs";
import path from "node:path";
import type { ServerMessage } from "../server/traffic.ts";
import { typeErrors, type TypedMessage } from "./type-errors.ts";

const root = path.resolve(import.meta.dirname, "../../..");
const ownFolder = "language-server/protocol";

/** The declarations of the protocol's package, looked up by method. */
const head = `
import type * as lsp from "vscode-languageserver/node";
type Declared = { [Key in keyof typeof lsp]: (typeof lsp)[Key] extends { readonly method: infer Method; readonly type: infer Type } ? [Method, Type] : never }[keyof typeof lsp];
type TypeOf<Method> = Declared extends infer Each ? (Each extends [Method, infer Type] ? Type : never) : never;
type Result<Type> = Type extends lsp.RequestType<any, infer Of, any> ? Plain<Of> : Type extends lsp.RequestType0<infer Of, any> ? Plain<Of> : never;
type Params<Type> = Type extends lsp.RequestType<infer Of, any, any> ? Of : Type extends lsp.NotificationType<infer Of> ? Of : Type extends { readonly _: any } ? undefined : never;
type Plain<Of> = [Of] extends [void] ? null : Of;
type Id = { readonly jsonrpc: "2.0"; readonly id: number | string };
type Failed = { readonly jsonrpc: "2.0"; readonly id: number | string | null; readonly error: { readonly code: number; readonly message: string } };
type Response<Method> = Id & { readonly result: Result<TypeOf<Method>> };
type Request<Method> = [TypeOf<Method>] extends [never] ? never : Id & { readonly method: Method; readonly params?: Params<TypeOf<Method>> };
type Notification<Method> = [TypeOf<Method>] extends [never] ? never : { readonly jsonrpc: "2.0"; readonly method: Method; readonly params?: Params<TypeOf<Method>> };
type OwnResponse<Type extends { readonly _?: any }> = Id & { readonly result: NonNullable<Type["_"]>[1] };
type OwnNotification<Method, Type extends { readonly _?: any }> = { readonly jsonrpc: "2.0"; readonly method: Method; readonly params: NonNullable<Type["_"]>[0] };
`;

/** What is wrong with messages of a language server, by the types of LSP and of `language-server/protocol/`. */
export async function lspErrors(messages: readonly ServerMessage[]): Promise<readonly string[]> {
  const own = await ownDeclarations();
  const typed = messages.map((each): TypedMessage => ({ type: typeOf(each, own), message: each.message }));
  const fractions = messages.filter((each) => !typeOf(each, own).startsWith("Own") && hasFraction(each.message));
  return [
    ...(await typeErrors(head, typed)),
    // The types call integers numbers.
    ...fractions.map(({ message }) => `a number is not an integer\n  in ${JSON.stringify(message)}`),
  ];
}

function typeOf({ message, request = "" }: ServerMessage, own: ReadonlyMap<string, string>): string {
  const { id, method, error } = message;
  const declared = own.get(method ?? request);
  if (error !== undefined) return "Failed";
  if (method === undefined) return declared === undefined ? `Response<"${request}">` : `OwnResponse<typeof ${declared}>`;
  if (id !== undefined) return `Request<"${method}">`;
  return declared === undefined ? `Notification<"${method}">` : `OwnNotification<"${method}", typeof ${declared}>`;
}

/** Of each custom method, where it is declared, as a type expression. */
async function ownDeclarations(): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  for (const file of readdirSync(path.join(root, ownFolder), { recursive: true, encoding: "utf8" })) {
    if (!file.endsWith(".ts")) continue;
    const exported = (await import(path.join(root, ownFolder, file))) as Readonly<Record<string, unknown>>;
    for (const [name, value] of Object.entries(exported)) {
      if (typeof value !== "object" || value === null || !("method" in value) || typeof value.method !== "string") continue;
      found.set(value.method, `import("../../../${ownFolder}/${file.replaceAll("\\", "/")}").${name}`);
    }
  }
  return found;
}

function hasFraction(value: unknown): boolean {
  if (typeof value === "number") return !Number.isInteger(value);
  return typeof value === "object" && value !== null && Object.values(value).some(hasFraction);
}
