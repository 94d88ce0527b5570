/** A script's URL or path without what an import added to it, and that addition: `?t=1`, `#top`, or "". */
interface ScriptUrl {
  readonly file: string;
  readonly query: string;
}

/**
 * In a `file:` URL a query and a hash are never part of the file's name, which has `%3F` and `%23` instead. In a path (tsx adds queries to
 * those, too) they can be: `exists`, if it is known, decides.
 */
export function splitScriptUrl(url: string, exists?: (path: string) => boolean): ScriptUrl {
  const whole = { file: url, query: "" };
  const at = url.search(/[?#]/);
  if (at === -1) return whole;
  const parts = { file: url.slice(0, at), query: url.slice(at) };
  const hasExtension = /[^\\/]\.\w+$/.test(parts.file);
  const isQuery = url[at] === "?";
  // Tools that do not encode names write a folder `c#` as it is.
  if (isQuery && /^(?:webpack|webpack-internal|turbopack|rspack|ng|vite):/i.test(url)) return parts;
  if (/^file:/i.test(url)) return isQuery || hasExtension || !/[\\/]/.test(parts.query) ? parts : whole;
  if (!hasExtension || !/^(?:[a-z]:[\\/]|[\\/])/i.test(url) || exists?.(url) === true) return whole;
  return isQuery || exists?.(parts.file) === true ? parts : whole;
}

/** The name of a file, with the query or hash that follows it. */
export function fileNameOf(path: string): string {
  const { file } = splitScriptUrl(path);
  return path.slice(file.lastIndexOf("/") + 1);
}
