import type { SourceRoute } from "./source-routes.ts";
import { joinPaths } from "./file-routes.ts";

const methods = /^\s*export\s+(?:async\s+)?(?:function|const)\s+(GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)\b/gm;

/**
 * The routes that Next.js derives from a file's place: `route` and `page` files under `app`, everything under `pages/api`. `path` is
 * relative to the app's folder.
 */
export function nextRoutes(path: string, text: string): readonly SourceRoute[] {
  const found = /^(?:src\/)?(?:app\/(?<app>(?:.*\/)?)(?<kind>route|page)|pages\/(?<pages>api\/.*))\.[jt]sx?$/.exec(path)?.groups;
  if (found === undefined) return [];
  const route = joinPaths(...(found["pages"]?.replace(/(^|\/)index$/, "") ?? found["app"] ?? "").split("/").filter(isShown).map(parameter));
  if (found["kind"] !== "route") return [{ method: "GET", path: route, file: path, line: 1, isCompared: false }];
  return [...text.matchAll(methods)].map((match) => ({
    method: match[1] ?? "GET",
    path: route,
    file: path,
    line: text.slice(0, match.index + match[0].length).split("\n").length,
    isCompared: false,
  }));
}

/** Groups, slots and private folders are not part of a path. */
function isShown(part: string): boolean {
  return !/^[(@_]/.test(part);
}

function parameter(part: string): string {
  return part.replace(/^\[{1,2}(?:\.\.\.)?(\w+)\]{1,2}$/, ":$1");
}
