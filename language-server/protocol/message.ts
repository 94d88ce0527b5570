import * as v from "valibot";
import type { NotificationType, RequestType } from "vscode-jsonrpc";

/**
 * Every custom message between the server and its client is declared in this folder. Positions are LSP's: lines and characters 0-based.
 * Messages have the types of vscode-jsonrpc, but none of its code: the extension's bundles would hold all of it.
 */
type Signature<Type extends { readonly method: string; readonly _: unknown }> = Pick<Type, "method"> & Partial<Pick<Type, "_">>;

/** Client → server. The server checks what it receives by `params`. */
export interface Request<Params extends v.GenericSchema, Result> extends Signature<RequestType<v.InferOutput<Params>, Result, void>> {
  readonly params: Params;
}

/** Client → server, without an answer. */
export interface ClientNotification<Params extends v.GenericSchema> extends Signature<NotificationType<v.InferOutput<Params>>> {
  readonly params: Params;
}

/** Server → client, without an answer. */
export type ServerNotification<Params> = Signature<NotificationType<Params>>;

/** Whatever is sent, it is ignored. */
export const noParams = v.pipe(
  v.unknown(),
  v.transform((): Record<string, never> => ({})),
);
