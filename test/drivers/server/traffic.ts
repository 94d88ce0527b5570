import type { Message, MessageReader, MessageWriter } from "vscode-jsonrpc/node";

/** A message of a server; for a response, the method of its request. */
export interface ServerMessage {
  readonly message: { readonly id?: unknown; readonly method?: string; readonly error?: unknown };
  readonly request?: string | undefined;
}

/** All that a server sends; `onArrival` is called for each. Call it before the connection listens. */
export function trafficOf(reader: MessageReader, writer: MessageWriter, onArrival: () => void): readonly ServerMessage[] {
  const received: ServerMessage[] = [];
  const requests = new Map<unknown, string>();
  const [listen, write] = [reader.listen.bind(reader), writer.write.bind(writer)];
  reader.listen = (callback) =>
    listen((arrived) => {
      const message: ServerMessage["message"] = arrived as Message & ServerMessage["message"];
      received.push({ message, request: message.method === undefined ? requests.get(message.id) : undefined });
      onArrival();
      callback(arrived);
    });
  writer.write = (message) => {
    const { id, method } = message as Message & ServerMessage["message"];
    if (id !== undefined && method !== undefined) requests.set(id, method);
    return write(message);
  };
  return received;
}
