import * as v from "valibot";

/** JSON-RPC 2.0 as MCP uses it: one message a line, UTF-8. Unknown keys are kept out, as later revisions add some. */

const id = v.union([v.string(), v.pipe(v.number(), v.integer())]);
export type RequestId = v.InferOutput<typeof id>;

const params = v.optional(v.record(v.string(), v.unknown()));
const version = { jsonrpc: v.literal("2.0") };

const request = v.object({ ...version, id, method: v.string(), params });
const notification = v.object({ ...version, method: v.string(), params });
const response = v.union([
  v.object({ ...version, id, result: v.record(v.string(), v.unknown()) }),
  v.object({ ...version, id, error: v.object({ code: v.number(), message: v.string() }) }),
]);

export type Request = v.InferOutput<typeof request>;
export type Notification = v.InferOutput<typeof notification>;
export type Response = v.InferOutput<typeof response>;

export type Incoming =
  | { readonly kind: "request"; readonly message: Request }
  | { readonly kind: "notification"; readonly message: Notification }
  | { readonly kind: "response"; readonly message: Response }
  /** `id`: if it could be read. */
  | { readonly kind: "invalid"; readonly id: RequestId | undefined };

export type Outgoing = Readonly<Record<string, unknown>>;

/** Numbers of JSON-RPC 2.0 and of MCP 2026-07-28. */
export const errorCodes = {
  parse: -32_700,
  invalidRequest: -32_600,
  noSuchMethod: -32_601,
  invalidParams: -32_602,
  internal: -32_603,
  unsupportedVersion: -32_022,
} as const;

/** An answer that the protocol itself has a code for; what a tool cannot do is a result instead, which models read. */
export class ProtocolError extends Error {
  override readonly name = "ProtocolError";
  readonly code: number;
  readonly data: unknown;

  constructor(code: number, message: string, data?: unknown) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

export function incoming(value: unknown): Incoming {
  const asked = v.safeParse(request, value);
  if (asked.success) return { kind: "request", message: asked.output };
  const answered = v.safeParse(response, value);
  if (answered.success) return { kind: "response", message: answered.output };
  const hasId = typeof value === "object" && value !== null && "id" in value;
  const parsed = v.safeParse(notification, value);
  if (parsed.success && !hasId) return { kind: "notification", message: parsed.output };
  const read = hasId ? v.safeParse(id, value.id) : undefined;
  return { kind: "invalid", id: read?.success === true ? read.output : undefined };
}
