import * as v from "valibot";

interface VsCodeApi {
  postMessage(message: unknown): void;
  getState(): unknown;
  setState(state: unknown): void;
}

declare function acquireVsCodeApi(): VsCodeApi;

/** The extension, as seen by a webview. */
export interface Host<Outgoing> {
  post(message: Outgoing): void;
  /** The state the page stored last, also in an earlier session; untrusted, undefined if none. */
  kept(): unknown;
  /** Stores a plain value. */
  keep(state: unknown): void;
}

/**
 * Connects to the extension, once per page (VS Code allows no second call). Incoming messages that do not match `schema` are dropped with
 * an error in the console: only the extension posts here, so that is a bug.
 */
export function connect<Incoming, Outgoing>(
  schema: v.GenericSchema<unknown, Incoming>,
  receive: (message: Incoming) => void,
): Host<Outgoing> {
  const api = acquireVsCodeApi();
  window.addEventListener("message", (event: MessageEvent<unknown>) => {
    const parsed = v.safeParse(schema, event.data);
    if (parsed.success) receive(parsed.output);
    else console.error("Heatline dropped a message that it does not know:", v.flatten(parsed.issues));
  });
  return {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- VS Code's function takes the message alone.
    post: (message) => api.postMessage(message),
    kept: () => api.getState(),
    keep: (state) => api.setState(state),
  };
}
