import * as v from "valibot";
import type { NotificationType, RequestType } from "vscode-jsonrpc";

/**
 * Every custom message between the server and its client is declared in this folder. Positions are LSP's: lines and characters 0-based.
 * Only types of vscode-jsonrpc are used: its code would be bundled into the extension.
 */
type Signature<Type extends { readonly method: string; readonly _: unknown }> = Pick<Type, "method"> & Partial<Pick<Type, "_">>;

/** Client → server. The server validates what it receives with `params`. */
export interface Request<Params extends v.GenericSchema, Result> extends Signature<RequestType<v.InferOutput<Params>, Result, void>> {
  readonly params: Params;
}

/** A request whose response is a `Result`. */
export function request<Result>() {
  return <Params extends v.GenericSchema>(method: string, params: Params): Request<Params, Result> => ({ method, params });
}

/** Client → server, without a response. */
export interface ClientNotification<Params extends v.GenericSchema> extends Signature<NotificationType<v.InferOutput<Params>>> {
  readonly params: Params;
}

/** Server → client, without a response. */
export type ServerNotification<Params> = Signature<NotificationType<Params>>;

/** Accepts and ignores any parameters. */
export const noParams = v.pipe(
  v.unknown(),
  v.transform((): Record<string, never> => ({})),
);
