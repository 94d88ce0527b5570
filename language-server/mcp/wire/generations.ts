import * as v from "valibot";
import { errorCodes, type Outgoing, ProtocolError, type Request } from "./messages.ts";

/**
 * The two generations of MCP. Until 2025-11-25 a client says once, by `initialize`, what it is and can; from 2026-07-28 on each request says so itself, and
 * nothing may be inferred from an earlier one.
 */

export const sessionVersions = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"] as const;
export const requestVersions = ["2026-07-28"] as const;

const key = (name: string): string => `io.modelcontextprotocol/${name}`;
const versionKey = key("protocolVersion");
const capabilitiesKey = key("clientCapabilities");
const clientKey = key("clientInfo");
const serverKey = key("serverInfo");
export const tasksExtension = key("tasks");

export interface Client {
  readonly generation: "session" | "request";
  /** "" if it does not say. */
  readonly name: string;
  readonly canElicit: boolean;
  readonly hasRoots: boolean;
  /** It polls for the results of long work. */
  readonly hasTasks: boolean;
}

const loose = v.record(v.string(), v.unknown());
const clientInfo = v.object({ name: v.string() });

export const initializeParams = v.object({
  protocolVersion: v.string(),
  capabilities: v.optional(loose, {}),
  clientInfo: v.optional(clientInfo, { name: "" }),
});

export function sessionClient({ capabilities, clientInfo: { name } }: v.InferOutput<typeof initializeParams>): Client {
  return {
    generation: "session",
    name,
    canElicit: canElicit(capabilities),
    hasRoots: capabilities["roots"] !== undefined,
    hasTasks: false,
  };
}

/** Undefined if the request is of the older generation. Throws a ProtocolError if it says of itself what cannot be served. */
export function clientOfRequest({ params }: Request): Client | undefined {
  const meta = v.safeParse(loose, params?.["_meta"]);
  if (!meta.success || !(versionKey in meta.output)) return undefined;
  const wanted = meta.output[versionKey];
  const capabilities = v.safeParse(loose, meta.output[capabilitiesKey]);
  if (typeof wanted !== "string") throw new ProtocolError(errorCodes.invalidParams, `_meta["${versionKey}"] must be a string.`);
  if (!(requestVersions as readonly string[]).includes(wanted)) {
    const data = { supported: requestVersions, requested: wanted };
    throw new ProtocolError(errorCodes.unsupportedVersion, `Unsupported protocol version: ${requestVersions.join(", ")} is served.`, data);
  }
  if (!capabilities.success) throw new ProtocolError(errorCodes.invalidParams, `_meta["${capabilitiesKey}"] must be an object.`);
  const info = v.safeParse(clientInfo, meta.output[clientKey]);
  const extensions = v.safeParse(loose, capabilities.output["extensions"]);
  return {
    generation: "request",
    name: info.success ? info.output.name : "",
    canElicit: canElicit(capabilities.output),
    hasRoots: false,
    hasTasks: extensions.success && tasksExtension in extensions.output,
  };
}

/** `{}` means by form, too: modes came later. */
function canElicit(capabilities: v.InferOutput<typeof loose>): boolean {
  const modes = v.safeParse(loose, capabilities["elicitation"]);
  return modes.success && (Object.keys(modes.output).length === 0 || "form" in modes.output);
}

/** What a result has around it in the client's generation. */
export function resultFor(client: Client, server: object, result: Outgoing, isCacheable = false): Outgoing {
  if (client.generation === "session") return result;
  const lasting = isCacheable ? { ttlMs: 3_600_000, cacheScope: "public" } : {};
  return { resultType: "complete", ...result, ...lasting, _meta: { [serverKey]: server } };
}
