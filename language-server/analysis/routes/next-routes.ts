import { lineAt } from "../syntax/line-ends.ts";
import { childAt, childrenAt, type SyntaxNode } from "../syntax/syntax-node.ts";
import { parseTree } from "../syntax/syntax-parser.ts";
import { joinPaths } from "./file-routes.ts";
import { nameOf } from "./route-syntax.ts";
import type { SourceRoute } from "./source-routes.ts";

const methods = /^(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)$/;

/**
 * The routes that Next.js derives from a file's place: `route` and `page` files under `app`, everything under `pages/api`. `path` is
 * relative to the app's folder.
 */
export function nextRoutes(path: string, text: string): readonly SourceRoute[] {
  const found = /^(?:src\/)?(?:app\/(?<app>(?:.*\/)?)(?<kind>route|page)|pages\/(?<pages>api\/.*))\.[jt]sx?$/.exec(path)?.groups;
  if (found === undefined) return [];
  const route = joinPaths(...(found["pages"]?.replace(/(^|\/)index$/, "") ?? found["app"] ?? "").split("/").filter(isShown).map(parameter));
  if (found["kind"] !== "route") return [{ method: "GET", path: route, file: path, line: 1, isCompared: false }];
  return exportedNames(text, path)
    .filter((name) => methods.test(nameOf(name)))
    .map((name) => ({ method: nameOf(name), path: route, file: path, line: lineAt(text, name.start), isCompared: false }));
}

/** Of `export function GET`, `export const GET = …`, `export const { GET, POST } = …` and `export { handler as GET }`. */
function exportedNames(text: string, path: string): readonly SyntaxNode[] {
  const names = childrenAt(parseTree(text, path), "body").flatMap((statement) => {
    if (statement.type !== "ExportNamedDeclaration") return [];
    const declaration = childAt(statement, "declaration");
    const declared = childrenAt(declaration, "declarations").flatMap((each) => {
      const id = childAt(each, "id");
      return id?.type === "ObjectPattern" ? childrenAt(id, "properties").map((property) => childAt(property, "value")) : [id];
    });
    return [childAt(declaration, "id"), ...declared, ...childrenAt(statement, "specifiers").map((each) => childAt(each, "exported"))];
  });
  return names.filter((name) => name !== undefined);
}

/** Groups, slots and private folders are not part of a path. */
function isShown(part: string): boolean {
  return !/^[(@_]/.test(part);
}

function parameter(part: string): string {
  return part.replace(/^\[{1,2}(?:\.\.\.)?(\w+)\]{1,2}$/, ":$1");
}
