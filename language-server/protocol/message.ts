import * as v from "valibot";
import type { NotificationType, RequestType } from "vscode-jsonrpc";
import type { Share } from "../analysis/units.ts";

export interface HeatLine {
  readonly line: number;
  /** 0 (cold) to 7 (hot). */
  readonly step: number;
  /** Of the busy time, or of all waiting if heat is by that; what the step rests on. */
  readonly share: Share;
  /** Text for the line's end, already rounded and localised; "" for none. */
  readonly text: string;
  /** Under ten samples: noise. */
  readonly faint: boolean;
  /** The function was edited since the run. */
  readonly edited: boolean;
  /** No hot line to go to: it only waited where heat is time of the CPU, or for own lines that have its time where heat is by waiting. */
  readonly isCold: boolean;
  /** Character ranges of this line tinted by their own share. */
  readonly parts: readonly { readonly start: number; readonly end: number; readonly step: number }[];
}

/** All annotations of an open document; replaces the previous push. Stale versions are dropped. */
export const heat: ServerNotification<{ readonly uri: string; readonly version: number; readonly lines: readonly HeatLine[] }> = {
  method: "heatline/heat",
};

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
