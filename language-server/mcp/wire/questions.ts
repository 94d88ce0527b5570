import * as v from "valibot";
import type { Client } from "./generations.ts";
import type { Outgoing, RequestId, Response } from "./messages.ts";

/** A question to the user with a yes as its answer; `key` is the same for the same question. */
export interface Question {
  readonly key: string;
  readonly text: string;
}

/** The call is to be repeated with the user's answer (2026-07-28). */
export class InputRequired extends Error {
  override readonly name = "InputRequired";
  readonly result: Outgoing;

  constructor(requests: Outgoing) {
    super("The user has to be asked.");
    this.result = { resultType: "input_required", inputRequests: requests };
  }
}

const answer = v.object({ action: v.picklist(["accept", "decline", "cancel"]) });
const rootList = v.object({ roots: v.array(v.object({ uri: v.string(), name: v.optional(v.string(), "") })) });

export type Root = v.InferOutput<typeof rootList>["roots"][number];

/** Requests to a client, and what it answers; of the newer generation the answers come with the repeated call. */
export class Questions {
  readonly #send: (message: Outgoing) => void;
  readonly #waiting = new Map<RequestId, (response: Response | undefined) => void>();
  #last = 0;

  constructor(send: (message: Outgoing) => void) {
    this.#send = send;
  }

  /** Whether the user says yes; undefined if the client cannot ask. */
  async ask(
    { key, text }: Question,
    client: Client,
    { inputResponses = {} }: { readonly inputResponses?: Readonly<Record<string, unknown>> | undefined },
    signal: AbortSignal,
  ): Promise<boolean | undefined> {
    if (!client.canElicit) return undefined;
    const params = { message: text, requestedSchema: { type: "object", properties: {} } };
    if (client.generation === "request") {
      const given = v.safeParse(answer, inputResponses[key]);
      if (!given.success) throw new InputRequired({ [key]: { method: "elicitation/create", params } });
      return given.output.action === "accept";
    }
    const found = v.safeParse(answer, await this.#request("elicitation/create", params, signal));
    return found.success && found.output.action === "accept";
  }

  /** The client's folders; undefined if it does not say. */
  async roots(client: Client, signal: AbortSignal): Promise<readonly Root[] | undefined> {
    if (!client.hasRoots) return undefined;
    const found = v.safeParse(rootList, await this.#request("roots/list", {}, signal));
    return found.success ? found.output.roots : undefined;
  }

  answered(response: Response): void {
    this.#waiting.get(response.id)?.(response);
  }

  close(): void {
    for (const resolve of this.#waiting.values()) resolve(undefined);
  }

  /** The result; undefined if there is none. */
  async #request(method: string, params: object, signal: AbortSignal): Promise<unknown> {
    const id = `heatline-${++this.#last}`;
    const stop = (): void => this.#waiting.get(id)?.(undefined);
    signal.addEventListener("abort", stop, { once: true });
    try {
      const response = await new Promise<Response | undefined>((resolve) => {
        this.#waiting.set(id, resolve);
        this.#send({ id, method, params });
      });
      if (signal.aborted) this.#send({ method: "notifications/cancelled", params: { requestId: id } });
      return response !== undefined && "result" in response ? response.result : undefined;
    } finally {
      this.#waiting.delete(id);
      signal.removeEventListener("abort", stop);
    }
  }
}
