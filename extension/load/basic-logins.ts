import type { LoadPlan, LoadRequest } from "../../language-server/analysis/load/load.ts";

interface Login {
  readonly user: string;
  readonly password: string;
}

/** Names and passwords by app, in memory alone: they are added to what the adapter gets, and to no plan that is shown or kept. */
export class BasicLogins {
  readonly #logins = new Map<string, Login>();

  keep(app: string, login: Login): void {
    this.#logins.set(app, login);
  }

  forget(app: string): void {
    this.#logins.delete(app);
  }

  /** What the form shows of it. */
  shownFor(app: string | undefined): { readonly signedInAs?: string } {
    const login = this.#logins.get(app ?? "");
    return login === undefined ? {} : { signedInAs: login.user };
  }

  /** The plan with the login of its app, as RFC 7617 has it; requests with a header of their own keep that. */
  added(plan: LoadPlan, app: string | undefined): LoadPlan {
    const login = this.#logins.get(app ?? "");
    if (login === undefined) return plan;
    const authorization = `Basic ${Buffer.from(`${login.user}:${login.password}`).toString("base64")}`;
    const add = (request: LoadRequest): LoadRequest =>
      Object.keys(request.headers).some((name) => name.toLowerCase() === "authorization") || /^https?:/i.test(request.path)
        ? request
        : { ...request, headers: { ...request.headers, authorization } };
    return { ...plan, requests: plan.requests.map(add), setup: plan.setup.map(add) };
  }
}
