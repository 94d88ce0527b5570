import type { LoadPlan, LoadRequest } from "../../../analysis/load/load.ts";
import { isLoopback } from "../../../analysis/load/socket-address.ts";
import { type NamedValue, type SetupAnswer, valuesOf } from "../../../analysis/load/setup/answer-values.ts";
import { type FilledRequest, filledIn, nameOf } from "../../../analysis/load/setup/setup-references.ts";
import { mustBeOneServer, targetRequest } from "../request-target.ts";
import type { HttpResponse } from "../send-request.ts";
import type { ObtainedCookies, SavedCookies } from "./cookie-jar.ts";
import { UserError } from "../../../analysis/user-error.ts";

/** A session as JSON, for another process or another load of the same plan. Has secrets: it is never written. */
export interface SavedSession {
  readonly answers: readonly (readonly [name: string, answer: SetupAnswer])[];
  readonly cookies?: SavedCookies | undefined;
  readonly isSent: boolean;
}

/** What the set-up requests obtained, for several loads of one plan: many, such as a registration, succeed only once. In memory alone. */
export class KeptSetup {
  /** Undefined until they were sent. */
  sessions: readonly SavedSession[] | undefined;
}

/** What the answers to set-up requests gave, of one connection or of all: named answers and cookies, in memory alone. */
export class SetupSession {
  readonly #baseUrl: string;
  readonly #takesCookies: boolean;
  readonly #answers = new Map<string, SetupAnswer>();
  #cookies: ObtainedCookies | undefined;
  #version = 0;
  #taken = "";
  #isSent = false;

  constructor({ baseUrl, cookies }: Pick<LoadPlan, "baseUrl" | "cookies">) {
    this.#baseUrl = baseUrl;
    this.#takesCookies = cookies !== "none";
  }

  static async restored(plan: Pick<LoadPlan, "baseUrl" | "cookies">, { answers, cookies, isSent }: SavedSession): Promise<SetupSession> {
    const session = new SetupSession(plan);
    for (const [name, answer] of answers) session.#answers.set(name, answer);
    session.#isSent = isSent;
    if (cookies !== undefined) await session.expectCookies(cookies);
    return session;
  }

  get saved(): SavedSession {
    return { answers: [...this.#answers], cookies: this.#cookies?.saved, isSent: this.#isSent };
  }

  /** Another one after each cookie that changes what is sent. */
  get version(): number {
    return this.#version;
  }

  /** Keeps what later requests may use of an answer. */
  async take(request: LoadRequest, { text, headers, setCookies }: HttpResponse, url: string): Promise<void> {
    this.#isSent = true;
    const name = nameOf(request);
    if (name !== "") this.#answers.set(name, { body: text, type: headers["content-type"] ?? "", headers });
    if (setCookies.length > 0) {
      await this.expectCookies();
      this.takeCookies(setCookies, url);
    }
  }

  /** Call before `takeCookies`. */
  async expectCookies(saved?: SavedCookies): Promise<void> {
    if (!this.#takesCookies || this.#cookies !== undefined) return;
    const { ObtainedCookies } = await import("./cookie-jar.js");
    this.#cookies ??= new ObtainedCookies(saved);
  }

  takeCookies(setCookies: readonly string[], url: string): void {
    const text = setCookies.join("\n");
    // Many apps set the same cookie with each answer.
    if (this.#cookies === undefined || text === this.#taken) return;
    this.#taken = text;
    const at = cookieUrl(url);
    const before = this.#cookies.headerFor(at);
    this.#cookies.take(setCookies, at);
    if (this.#cookies.headerFor(at) !== before) this.#version += 1;
  }

  /** Whether any set-up request was answered. */
  get isSent(): boolean {
    return this.#isSent;
  }

  /** What the answers have, by how requests name it. */
  get values(): readonly { readonly text: string; readonly kind: NamedValue["kind"]; readonly length: number }[] {
    return [...this.#answers].flatMap(([name, answer]) =>
      valuesOf(answer).map(({ written, kind, length }) => ({ text: `{{${name}${written}}}`, kind, length })),
    );
  }

  /** Of those that would be sent to the plan's server. */
  get cookieNames(): readonly string[] {
    return this.#cookies?.names(cookieUrl(this.#baseUrl)) ?? [];
  }

  /** The request with the values that it names, and with cookies. Throws a UserError if an answer lacks one. */
  filled(request: LoadRequest): FilledRequest {
    const filled = filledIn(request, this.#answers);
    if ("missing" in filled) throw valueError(filled);
    // An answer must not choose the server: the user has confirmed that of the plan.
    if (filled.obtained?.path !== undefined) mustBeOneServer([request, filled].map((each) => targetRequest(each, this.#baseUrl)));
    return this.#withCookies(filled);
  }

  allFilled(requests: readonly LoadRequest[]): readonly FilledRequest[] {
    return requests.map((each) => this.filled(each));
  }

  /** Cookies of the request's own header come first: the user wrote them. */
  #withCookies(request: FilledRequest): FilledRequest {
    if (this.#cookies === undefined) return request;
    const target = targetRequest(request, this.#baseUrl);
    const entries = Object.entries(request.headers);
    const [name = "cookie", own = ""] = entries.find(([each]) => each.toLowerCase() === "cookie") ?? [];
    const ownNames = new Set(own.split(";").map((part) => part.split("=")[0]?.trim()));
    const obtained = this.#cookies.headerFor(cookieUrl(target.origin + target.path));
    const others = obtained.split("; ").filter((part) => part !== "" && !ownNames.has(part.split("=")[0]));
    if (others.length === 0) return request;
    const cookie = [own, ...others].filter((part) => part !== "").join("; ");
    const { headers = [], ...rest } = request.obtained ?? {};
    return {
      ...request,
      headers: { ...request.headers, [name]: cookie },
      obtained: { ...rest, headers: [...headers, name] },
    };
  }
}

/** No answer has the value that a request names; without an answer, not yet. */
function valueError({ missing, answer }: Extract<ReturnType<typeof filledIn>, { readonly missing: unknown }>): UserError {
  const { request, text: value } = missing;
  if (answer === undefined) return new UserError("load.setupNotYet", { request, value });
  const has = valuesOf(answer).map(({ written }) => `{{${request}${written}}}`);
  const [whole, header] = [`{{${request}.response.body}}`, `{{${request}.response.headers.NAME}}`];
  return has.length === 0
    ? new UserError("load.setupNoValues", { request, value, whole, header })
    : new UserError("load.setupNoValue", { request, value, has: has.join(", ") });
}

/** This machine is one server by all its names: the address of the load is not always the one that a set-up request or a cookie names. */
function cookieUrl(text: string): string {
  const url = new URL(text);
  if (isLoopback(url.hostname)) url.hostname = "localhost";
  return url.href;
}
