import { CookieJar, type SerializedCookieJar } from "tough-cookie";

/** Cookies as JSON. */
export type SavedCookies = SerializedCookieJar;

/** Cookies of one server's answers, in memory alone. A bundle of its own, loaded for the first answer that may have some. */
export class ObtainedCookies {
  readonly #jar: CookieJar;

  constructor(saved?: SavedCookies) {
    // Development servers have names such as `localhost`, and names that browsers' rules forbid to share cookies.
    this.#jar =
      saved === undefined
        ? new CookieJar(undefined, { rejectPublicSuffixes: false, looseMode: true, prefixSecurity: "unsafe-disabled" })
        : CookieJar.deserializeSync(saved);
  }

  get saved(): SavedCookies | undefined {
    return this.#jar.serializeSync();
  }

  /** `headers`: of `Set-Cookie`. Those that a browser would refuse, of other hosts for instance, are left out. */
  take(headers: readonly string[], url: string): void {
    for (const header of headers) this.#jar.setCookieSync(header, url, { ignoreError: true });
  }

  /** The header `Cookie` for a request to this URL, or "". */
  headerFor(url: string): string {
    return this.#jar.getCookieStringSync(url);
  }

  /** Names of all cookies. */
  names(url: string): readonly string[] {
    return this.#jar.getCookiesSync(url, { allPaths: true }).map(({ key }) => key);
  }
}
