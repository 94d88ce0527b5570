import * as v from "valibot";

interface VsCodeApi {
  postMessage(message: unknown): void;
  getState(): unknown;
  setState(state: unknown): void;
}

declare function acquireVsCodeApi(): VsCodeApi;

/** The extension as a webview sees it. */
export interface Host<Outgoing> {
  post(message: Outgoing): void;
  /** What the page kept last, also in an earlier window; untrusted, undefined where nothing. */
  kept(): unknown;
  /** A plain value. */
  keep(state: unknown): void;
}

/**
 * Connects to the extension, once per page (VS Code allows no second call). Incoming messages that do not fit `schema` are dropped with an
 * error in the console: only the extension posts here, so one that does not fit is a bug of ours.
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
