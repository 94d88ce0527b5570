import { CookieJar } from "tough-cookie";

/** Cookies of one server's answers, in memory alone. A bundle of its own, loaded for the first answer that may have some. */
export class ObtainedCookies {
  // Development servers have names such as `localhost`, and names that browsers' rules forbid to share cookies.
  readonly #jar = new CookieJar(undefined, { rejectPublicSuffixes: false, looseMode: true, prefixSecurity: "unsafe-disabled" });

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
