import type { DebugProtocol } from "@vscode/debugprotocol";
import { typeErrors, type TypedMessage } from "./type-errors.ts";

const head = `
import type { DebugProtocol } from "@vscode/debugprotocol";
import type { AdapterEvents } from "../../../extension/debug-adapter/messages.ts";
type Own<Name extends keyof AdapterEvents> = DebugProtocol.Event & { type: "event"; event: Name; body: AdapterEvents[Name] };
type Failed = DebugProtocol.ErrorResponse & { type: "response"; success: false; message: string; body: { error: DebugProtocol.Message } };
`;

/** What is wrong with messages of a debug adapter, by the debug adapter protocol and by `extension/debug-adapter/messages.ts`. */
export function dapErrors(messages: readonly DebugProtocol.ProtocolMessage[]): Promise<readonly string[]> {
  return typeErrors(
    head,
    messages.map((message): TypedMessage => ({ type: typeOf(message), message })),
  );
}

function typeOf(message: DebugProtocol.ProtocolMessage): string {
  if (message.type === "event") {
    const { event } = message as DebugProtocol.Event;
    return event.startsWith("heatline.") ? `Own<"${event}">` : `DebugProtocol.${capital(event)}Event & { type: "event" }`;
  }
  if (message.type === "request")
    return `DebugProtocol.${capital((message as DebugProtocol.Request).command)}Request & { type: "request" }`;
  const { success, command } = message as DebugProtocol.Response;
  if (!success) return "Failed";
  const response = command.startsWith("heatline.") ? "Response" : `${capital(command)}Response`;
  return `DebugProtocol.${response} & { type: "response"; success: true }`;
}

function capital(name: string): string {
  return `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`;
}
