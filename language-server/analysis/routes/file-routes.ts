import { lineAt } from "../syntax/line-ends.ts";
import { parseTree } from "../syntax/syntax-parser.ts";
import { bare, childAt, childrenAt, eachChild, isCall, isFunction, isMember, type SyntaxNode, textAt } from "../syntax/syntax-node.ts";
import {
  comparedMethod,
  constantText,
  decorator,
  eachOf,
  isText,
  isUrl,
  nameOf,
  pathOf,
  property,
  receiverOf,
  requiredModule,
  routeCall,
  routeReceiver,
  textsOf,
} from "./route-syntax.ts";

/** A route in one file, without the prefixes of its mounts. */
export interface FileRoute {
  readonly method: string;
  readonly path: string;
  /** 1-based. */
  readonly line: number;
  readonly offset: number;
  /** The object it is added to: `app`, `router`; "" for a comparison, `decorated` for a decorator. */
  readonly receiver: string;
  /** The code compares the request's URL with it, and answers none with 404: it may be a special case among other paths. */
  readonly isCompared: boolean;
}

/** Mounts routes under a prefix: those of a variable, of an expression, or of another module. */
export interface Mount {
  readonly prefix: string;
  /** The object it is mounted on. */
  readonly receiver: string;
  readonly target:
    | { readonly kind: "variable"; readonly name: string }
    | { readonly kind: "range"; readonly start: number; readonly end: number }
    | { readonly kind: "module"; readonly specifier: string }
    | { readonly kind: "decorated" };
}

/** The prefix of a mount that cannot be read: its routes are not known, as those with a wildcard. */
const unknown = "*";
/** The receiver of all routes of decorators. */
export const decorated = "@";

export interface FileRoutes {
  readonly routes: readonly FileRoute[];
  readonly mounts: readonly Mount[];
  /** Prefixes of `new Router({ prefix })` and the like, by variable. */
  readonly prefixes: ReadonlyMap<string, string>;
  /** Relative specifiers of the modules it loads. */
  readonly imports: ReadonlySet<string>;
}

const verbs = new Set(["get", "post", "put", "patch", "delete", "head", "options", "all"]);
/** Objects that send requests, or store values, with the same method names. */
const clients =
  /^(axios|https?|client|agent|superagent|supertest|got|ky|fetch|\$http|cache|store|map|redis|headers?|params|session|cookies?)$/i;

/** Texts without any of this have no route and are not parsed. */
const mayRoute =
  /\.(get|post|put|patch|delete|all|route|register|use)\s*\(|\.on\s*\(\s*\[?\s*["'][A-Z]+["']|@Controller|\.setGlobalPrefix\b|\b(url|path|pathname|originalUrl)\b[\s)]*([!=]==?|\)\s*\{)|[!=]==?\s*[\w.]*\b(url|path|pathname|originalUrl)\b/;
/** `writeHead(404)`, `response.statusCode = 404`, `{ status: 404 }`, `status(found ? 200 : 404)`. */
const refusing = /\b(?:writeHead|status|sendStatus)\s*\([^)]{0,80}\b404\b|\b(?:statusCode|status)\s*[=:][^=][^;\n]{0,80}\b404\b/;
const importing = /(?:\bfrom|\bimport|\brequire)\s*\(?\s*["'](\.[^"'\n]*)["']/g;

/**
 * Routes of Express, the routers of Koa and Fastify, Hono, Nest's decorators, and comparisons with the request's URL. Undefined for a text
 * that cannot be parsed.
 */
export function fileRoutes(text: string, path: string): FileRoutes | undefined {
  if (!mayRoute.test(text)) return { routes: [], mounts: [], prefixes: new Map(), imports: importsOf(text) };
  const tree = parseTree(text, path);
  return tree === undefined ? undefined : new RouteWalk(text).walk(tree);
}

class RouteWalk {
  readonly #text: string;
  readonly #routes: FileRoute[] = [];
  readonly #mounts: Mount[] = [];
  readonly #prefixes = new Map<string, string>();
  /** Variables that stand for modules. */
  readonly #modules = new Map<string, string>();
  readonly #functions = new Map<string, SyntaxNode>();
  /** Undefined for a name with several texts. */
  readonly #constants = new Map<string, string | undefined>();
  /** Of paths that are compared with the URL. */
  readonly #mayBeSpecial: boolean;

  constructor(text: string) {
    this.#text = text;
    this.#mayBeSpecial = !refusing.test(text);
  }

  walk(tree: SyntaxNode): FileRoutes {
    this.#declarations(tree);
    this.#visit(tree, undefined);
    return { routes: this.#routes, mounts: this.#mounts, prefixes: this.#prefixes, imports: importsOf(this.#text) };
  }

  /** Records declarations that a later mount may refer to. */
  #declarations(node: SyntaxNode): void {
    if (node.type === "ImportDeclaration") {
      const specifier = textAt(childAt(node, "source"), "value") ?? "";
      for (const each of childrenAt(node, "specifiers")) this.#modules.set(nameOf(childAt(each, "local")), specifier);
    }
    if (node.type === "FunctionDeclaration") this.#functions.set(nameOf(childAt(node, "id")), node);
    if (node.type === "VariableDeclaration") {
      for (const each of childrenAt(node, "declarations"))
        this.#declare(childAt(each, "id"), bare(childAt(each, "init")), textAt(node, "kind") === "const");
    }
    eachChild(node, (child) => this.#declarations(child));
  }

  #declare(id: SyntaxNode | undefined, init: SyntaxNode | undefined, isConstant: boolean): void {
    const names = id?.type === "ObjectPattern" ? childrenAt(id, "properties").map((each) => nameOf(childAt(each, "value"))) : [nameOf(id)];
    const required = requiredModule(init);
    const [name = ""] = names;
    const text = isConstant ? constantText(init, this.#constants) : undefined;
    if (text !== undefined) this.#constants.set(name, this.#constants.has(name) && this.#constants.get(name) !== text ? undefined : text);
    if (required !== undefined) for (const each of names) this.#modules.set(each, required);
    else if (init !== undefined && isFunction(init)) this.#functions.set(name, init);
    else if (init !== undefined) this.#keepPrefix(name, init);
  }

  /** `new Router({ prefix: "/api" })`, `new Hono().basePath("/api")`. */
  #keepPrefix(name: string, init: SyntaxNode): void {
    const [argument] = childrenAt(init, "arguments");
    const callee = bare(childAt(init, "callee"));
    const isBase = isCall(init) && isMember(callee) && nameOf(childAt(callee, "property")) === "basePath";
    const given = isBase ? argument : init.type === "NewExpression" || isCall(init) ? property(argument, "prefix") : undefined;
    if (given !== undefined) this.#prefixes.set(name, this.#prefix(given));
  }

  #visit(node: SyntaxNode, condition: SyntaxNode | undefined): void {
    if (isCall(node)) this.#call(node);
    if (node.type === "ClassDeclaration" || node.type === "ClassExpression") this.#controller(node);
    if (node.type === "BinaryExpression") this.#comparison(node, condition);
    if (node.type === "SwitchStatement") this.#switch(node);
    const inside = node.type === "LogicalExpression" ? (condition ?? node) : isFunction(node) ? undefined : condition;
    const next = node.type === "IfStatement" ? childAt(node, "test") : inside;
    eachChild(node, (child) => this.#visit(child, next));
  }

  #call(call: SyntaxNode): void {
    const callee = bare(childAt(call, "callee"));
    if (!isMember(callee)) return;
    const name = nameOf(childAt(callee, "property"));
    const object = bare(childAt(callee, "object"));
    const values = childrenAt(call, "arguments");
    if (name === "route" && values[0]?.type === "ObjectExpression") return this.#fastifyRoute(values[0], receiverOf(object));
    if (name === "use" || name === "register" || name === "route") return this.#mount(name, values, receiverOf(object));
    if (name === "on") return this.#on(values, call, receiverOf(object));
    if (name === "setGlobalPrefix") {
      this.#mounts.push({ prefix: this.#prefix(values[0]), receiver: "", target: { kind: "decorated" } });
    }
    if (name === "prefix" && values.length === 1) this.#prefixes.set(receiverOf(object), this.#prefix(values[0]));
    if (!verbs.has(name) && name !== "del") return;
    const method = name === "all" ? "GET" : name === "del" ? "DELETE" : name.toUpperCase();
    const routed = routeCall(object);
    if (routed !== undefined) return this.#add(method, this.#path(childrenAt(routed, "arguments")[0]), call, routeReceiver(routed));
    const handler = values.at(-1);
    const handles = values.length > 1 && handler !== undefined && handler.type !== "ObjectExpression";
    if (!handles || clients.test(receiverOf(object).split(".").at(-1) ?? "")) return;
    for (const each of eachOf(values[0])) this.#add(method, this.#path(each), call, receiverOf(object));
  }

  /** Hono: `app.on(["GET", "POST"], "/x", handler)`; not `emitter.on("event", listener)`. */
  #on([methods, paths, ...handlers]: readonly SyntaxNode[], call: SyntaxNode, receiver: string): void {
    if (handlers.length === 0) return;
    const known = textsOf(methods).filter((method) => verbs.has(method.toLowerCase()));
    for (const method of known) for (const each of eachOf(paths)) this.#add(method.toUpperCase(), this.#path(each), call, receiver);
  }

  #path(node: SyntaxNode | undefined): string | undefined {
    return pathOf(node, this.#constants);
  }

  #prefix(node: SyntaxNode | undefined): string {
    return constantText(node, this.#constants) ?? unknown;
  }

  #fastifyRoute(options: SyntaxNode, receiver: string): void {
    const methods = property(options, "method");
    const path = this.#path(property(options, "url") ?? property(options, "path"));
    for (const method of eachOf(methods)) this.#add((textAt(method, "value") ?? "GET").toUpperCase(), path, options, receiver);
  }

  /** `app.use("/api", router)`, `app.route("/api", sub)`, `app.register(plugin, { prefix: "/api" })`. */
  #mount(name: string, values: readonly SyntaxNode[], receiver: string): void {
    const first = eachOf(values[0]).flatMap((each) => this.#path(each) ?? (isText(each) ? unknown : []));
    const given = property(values[1], "prefix");
    const prefixes = name === "register" ? [given === undefined ? "" : this.#prefix(given)] : first.length === 0 ? [""] : first;
    const targets = name === "register" ? values.slice(0, 1) : first.length === 0 ? values : values.slice(1);
    for (const value of targets) {
      const target = this.#target(value);
      if (target !== undefined) this.#mounts.push(...prefixes.map((prefix) => ({ prefix, receiver, target })));
    }
  }

  #target(value: SyntaxNode): Mount["target"] | undefined {
    const required = requiredModule(value);
    if (required !== undefined) return { kind: "module", specifier: required };
    // `router.routes()`, `plugin.default`
    const called = isCall(value) ? bare(childAt(value, "callee")) : value;
    const name = receiverOf(isMember(called) ? bare(childAt(called, "object")) : called);
    const definition = isFunction(value) ? value : this.#functions.get(name);
    if (definition !== undefined) return { kind: "range", start: definition.start, end: definition.end };
    const specifier = this.#modules.get(name);
    if (specifier !== undefined) return /^[./]/.test(specifier) ? { kind: "module", specifier } : undefined;
    return name === "" ? undefined : { kind: "variable", name };
  }

  /** Nest: `@Controller("cats") class … { @Get(":id") find() {} }`. */
  #controller(node: SyntaxNode): void {
    const controller = decorator(node, (name) => name === "Controller");
    if (controller === undefined) return;
    const [argument] = childrenAt(controller, "arguments");
    const path = argument?.type === "ObjectExpression" ? property(argument, "path") : argument;
    const prefixes = path === undefined ? [""] : textsOf(path);
    for (const member of childrenAt(childAt(node, "body"), "body")) {
      const routed = decorator(member, (name) => verbs.has(name.toLowerCase()));
      if (routed === undefined) continue;
      const [given] = childrenAt(routed, "arguments");
      const method = nameOf(childAt(routed, "callee")).toUpperCase();
      for (const prefix of prefixes) {
        for (const own of given === undefined ? [""] : textsOf(given))
          this.#add(method === "ALL" ? "GET" : method, joinPaths(prefix, own), member, decorated);
      }
    }
  }

  /** `request.url === "/x"` or `!==`, with the method that is compared in the same condition. */
  #comparison(node: SyntaxNode, condition: SyntaxNode | undefined): void {
    if (!/^[!=]==?$/.test(textAt(node, "operator") ?? "")) return;
    const [left, right] = [bare(childAt(node, "left")), bare(childAt(node, "right"))];
    const path = isUrl(left) ? this.#path(right) : isUrl(right) ? this.#path(left) : undefined;
    this.#add(comparedMethod(condition), path, node, "", this.#mayBeSpecial);
  }

  #switch(node: SyntaxNode): void {
    if (!isUrl(bare(childAt(node, "discriminant")))) return;
    for (const each of childrenAt(node, "cases")) this.#add("GET", this.#path(childAt(each, "test")), each, "", this.#mayBeSpecial);
  }

  #add(method: string, path: string | undefined, at: SyntaxNode, receiver: string, isCompared = false): void {
    if (path === undefined) return;
    this.#routes.push({ method, path, line: lineAt(this.#text, at.start), offset: at.start, receiver, isCompared });
  }
}

function importsOf(text: string): ReadonlySet<string> {
  return new Set(Array.from(text.matchAll(importing), ([, specifier = ""]) => specifier));
}

/** Joins with one slash in between and none at the end. */
export function joinPaths(...parts: readonly string[]): string {
  return `/${parts
    .flatMap((part) => part.split("/"))
    .filter((part) => part !== "")
    .join("/")}`;
}
