import { type Connection, ErrorCodes, type Message, ResponseError } from "vscode-languageserver/node";
import type { TextOf } from "../texts/coded-text.ts";

/** Our method for requests that must be refused: jsonrpc sends answers only through handlers. */
const refusedMethod = "heatline/refused";

/**
 * Enforces LSP's lifecycle: refuses requests before `initialize`, a second `initialize`, and requests after `shutdown`; drops notifications
 * sent at those times, except `exit`. Pass it to `createConnection` as the strategy for messages.
 */
export class Lifecycle {
  #state: "new" | "initialised" | "shutDown" = "new";

  handleMessage(message: Message, next: (message: Message) => Promise<void> | void): Promise<void> | void {
    const { method, id } = message as Message & { readonly method?: unknown; readonly id?: unknown };
    // The response to a request of ours, or not a message.
    if (typeof method !== "string") return next(message);
    if (id === undefined) return this.#state === "initialised" || method === "exit" ? next(message) : undefined;
    const code = this.#refusal(method);
    if (code !== undefined) return next({ ...message, method: refusedMethod, params: [code, method] } as Message);
    if (method === "shutdown") this.#state = "shutDown";
    return next(message);
  }

  /** Call when `initialize` succeeds. */
  initialised(): void {
    this.#state = "initialised";
  }

  /** Call before the connection listens. */
  answerRefused(connection: Connection, texts: () => TextOf): void {
    connection.onRequest(refusedMethod, (code: unknown, method: unknown) => {
      const values = { method: String(method) };
      if (code === ErrorCodes.ServerNotInitialized) return new ResponseError(code, texts()("answer.notInitialised", values));
      const isAgain = method === "initialize" && this.#state === "initialised";
      return new ResponseError(ErrorCodes.InvalidRequest, texts()(isAgain ? "answer.alreadyInitialised" : "answer.shutDown", values));
    });
  }

  /** The code of the error, or undefined if the request can be answered. */
  #refusal(method: string): number | undefined {
    switch (this.#state) {
      case "new":
        return method === "initialize" ? undefined : ErrorCodes.ServerNotInitialized;
      case "initialised":
        return method === "initialize" ? ErrorCodes.InvalidRequest : undefined;
      case "shutDown":
        return ErrorCodes.InvalidRequest;
    }
  }
}
