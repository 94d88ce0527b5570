import type autocannon from "autocannon";
import type { LoadPlan } from "../../../analysis/load/load.ts";
import { bodyOf } from "../request-body.ts";
import type { TargetedRequest } from "../request-target.ts";
import { requestsAfter } from "../setup/after-setup.ts";
import { type SavedSession, SetupSession } from "../setup/setup-session.ts";
import type { Client } from "./client.ts";

type Request = NonNullable<autocannon.Options["requests"]>[number];

/** One user of the app: its requests, as they stand after the set-up. */
interface SessionRequests {
  readonly session: SetupSession;
  readonly requests: readonly TargetedRequest[];
  readonly contents: readonly (string | Buffer | undefined)[];
}

/** Who the load's connections are for the app: all the same user, or each another one. */
export class ClientSessions {
  readonly #plan: LoadPlan;
  readonly #users: readonly SessionRequests[];
  #joined = 0;

  private constructor(plan: LoadPlan, users: readonly SessionRequests[]) {
    this.#plan = plan;
    this.#users = users;
  }

  /** `saved`: what the set-up requests obtained. Rejects with a UserError if a body cannot be read. */
  static async open(plan: LoadPlan, saved: readonly SavedSession[]): Promise<ClientSessions> {
    const users: SessionRequests[] = [];
    for (const each of saved) {
      // oxlint-disable-next-line no-await-in-loop -- loads a module once
      const session = await SetupSession.restored(plan, each);
      const requests = requestsAfter(plan, session);
      // oxlint-disable-next-line no-await-in-loop -- bodies are texts, or one file
      users.push({ session, requests, contents: await Promise.all(requests.map(bodyOf)) });
      // oxlint-disable-next-line no-await-in-loop -- as above
      if (plan.cookies === "answers") await session.expectCookies();
    }
    return new ClientSessions(plan, users);
  }

  /** Those of the first connection. */
  get first(): readonly TargetedRequest[] {
    return this.#users[0]?.requests ?? [];
  }

  /** As they are now: answers to the load may have set cookies since. */
  get saved(): readonly SavedSession[] {
    return this.#users.map(({ session }) => session.saved);
  }

  /** The requests of a user as autocannon takes them. */
  built(user: number): Request[] {
    const { requests, contents } = this.#users[user] ?? { requests: [], contents: [] };
    return requests.map(({ method, path, headers }, index) => {
      const request: Request = { method: method as NonNullable<Request["method"]>, path, headers: { ...headers } };
      const body = contents[index];
      return body === undefined ? request : { ...request, body };
    });
  }

  /** Call for each client of a phase, before it connects. */
  join(client: Client): void {
    const at = this.#joined % this.#users.length;
    this.#joined = (this.#joined + 1) % this.#plan.connections;
    // The client's own method refuses pipelines.
    if (at > 0) client.requestIterator.setRequests(this.built(at));
    const user = this.#users[at];
    if (this.#plan.cookies === "answers" && user !== undefined) this.#followCookies(client, user);
  }

  /** Sends what the app's answers set, from the next request on. */
  #followCookies(client: Client, { session, requests }: SessionRequests): void {
    const { requestIterator: iterator } = client;
    const url = this.#plan.baseUrl;
    let version = session.version;
    client.on("headers", ({ headers }: { readonly headers: readonly string[] }) => {
      const set = headers.filter((_value, index) => index % 2 === 1 && headers[index - 1]?.toLowerCase() === "set-cookie");
      if (set.length > 0) session.takeCookies(set, new URL(requests[0]?.path ?? "/", requests[0]?.origin ?? url).href);
    });
    client.on("request", () => {
      if (session.version === version) return;
      version = session.version;
      const current = iterator.currentRequest;
      iterator.requests.forEach((built, index) => {
        const written = this.#plan.requests[index];
        if (written === undefined) return;
        built.headers = { ...session.filled(written).headers };
        iterator.currentRequest = built;
        iterator.rebuildRequest();
      });
      iterator.currentRequest = current;
    });
  }
}
