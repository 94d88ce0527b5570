import type { Profile } from "../profile/profile.ts";

/** Node's own code that runs the script in a single executable application. */
const embedding = "node:internal/main/embedding";

/** Whether a profile is one of a single executable application, as far as its frames show. */
export function isOfSingleExecutable({ scripts }: Pick<Profile, "scripts">): boolean {
  return scripts.url.includes(embedding);
}

/**
 * The file of the script in a single executable application: V8 knows it by the relative path that the application was built with
 * (`dist/app.js`). In the first folder that has the file, or else as if it were in the first one, as it is own code. Any other URL is
 * returned unchanged.
 */
export function embeddedScript(url: string, folders: readonly string[], exists: (path: string) => boolean): string {
  const name = url.replaceAll("\\", "/").replace(/^(?:\.{1,2}\/)+/, "");
  if (!/^[^/:<>]+(?:\/[^/:<>]+)*\.[cm]?[jt]s$/.test(name)) return url;
  const paths = folders.map((folder) => `${folder.replaceAll("\\", "/").replace(/\/+$/, "")}/${name}`);
  return paths.find(exists) ?? paths[0] ?? url;
}
/**
 * The URL in a script's last source map comment, or "". As in V8, code may follow. If a quote, a backtick or `${` follows, it is part of a
 * program that writes such comments (https://tc39.es/ecma426/#sec-JavaScriptExtractSourceMapURL).
 */
export function sourceMapComment(text: string): string {
  // Most sources have none, or one at their end, and searching for a plain text is much faster.
  const first = text.indexOf("sourceMappingURL=");
  if (first === -1) return "";
  const comments = text
    .slice(Math.max(0, first - "//# ".length))
    .matchAll(/\/[/*][#@][ \t]sourceMappingURL=([^\s'"`*]+)[ \t]*(?:\*\/[ \t]*)?$/gm);
  return Array.from(comments, ([, url = ""]) => url).findLast((url) => !url.includes("${")) ?? "";
}
