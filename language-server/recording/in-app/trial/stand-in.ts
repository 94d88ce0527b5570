import type { ExportKind, ModuleExports } from "./trial-protocol.ts";

type Exports = Record<PropertyKey, unknown>;

/** What a module is imported as until it is used: `whole` is its exports, `member` one of them. `value`: only loading shows it. */
export interface StandIn {
  readonly whole: unknown;
  readonly member: (name: string) => unknown;
}

/** `load` is called at the first use, once. */
export function standInFor({ kind, members }: ModuleExports, load: () => unknown): StandIn {
  const made = new Map<string, unknown>();
  let loaded: { readonly real: unknown } | undefined;
  const real = (): unknown => (loaded ??= { real: load() }).real;
  const member = (name: string): unknown => {
    const known = Object.hasOwn(members, name) ? (members[name] as ExportKind) : "value";
    if (loaded !== undefined || known === "value") return (real() as Exports)[name];
    if (!made.has(name))
      made.set(
        name,
        proxyOf(known, () => (real() as Exports)[name]),
      );
    return made.get(name);
  };
  const isKnown = (name: PropertyKey): name is string => typeof name === "string" && Object.hasOwn(members, name);
  const whole = proxyOf(kind, real, {
    // Compilers ask it of all that they import.
    get: (name) => {
      if (loaded === undefined && name === "__esModule" && !isKnown(name)) return { value: undefined };
      return loaded === undefined && isKnown(name) && members[name] !== "value" ? { value: member(name) } : undefined;
    },
    names: () => (loaded === undefined && kind === "object" ? Object.keys(members) : undefined),
    member,
  });
  return { whole, member };
}

/** What is answered without loading. */
interface Known {
  readonly get: (name: PropertyKey) => { readonly value: unknown } | undefined;
  readonly names: () => readonly string[] | undefined;
  readonly member: (name: string) => unknown;
}

function proxyOf(kind: ExportKind, real: () => unknown, known?: Known): unknown {
  const object = (): Exports => real() as Exports;
  const proxy: unknown = new Proxy(targetOf(kind), {
    get: (_, name) => {
      const found = known?.get(name);
      if (found !== undefined) return found.value;
      const read: unknown = Reflect.get(object(), name);
      return kind === "instance" && typeof read === "function" ? methodOf(read as Callable, proxy, object) : read;
    },
    set: (_, name, value) => Reflect.set(object(), name, value),
    has: (_, name) => (known?.names()?.includes(name as string) === true ? true : Reflect.has(object(), name)),
    deleteProperty: (_, name) => Reflect.deleteProperty(object(), name),
    ownKeys: () => [...(known?.names() ?? Reflect.ownKeys(object()))],
    getOwnPropertyDescriptor: (target, name) => {
      if (known?.names()?.includes(name as string) === true)
        return { get: () => known.member(name as string), enumerable: true, configurable: true };
      const own = Reflect.getOwnPropertyDescriptor(object(), name);
      // What the stand-in does not have itself may not be fixed.
      return own === undefined || Reflect.getOwnPropertyDescriptor(target, name)?.configurable === false
        ? own
        : { ...own, configurable: true };
    },
    defineProperty: (_, name, descriptor) => Reflect.defineProperty(object(), name, descriptor),
    getPrototypeOf: () => (known?.names() === undefined ? Reflect.getPrototypeOf(object()) : Object.prototype),
    setPrototypeOf: (_, prototype) => Reflect.setPrototypeOf(object(), prototype),
    apply: (_, self, args: unknown[]) => Reflect.apply(real() as (...rest: unknown[]) => unknown, self === proxy ? real() : self, args),
    construct: (_, args: unknown[], target) => {
      const made = real() as new (...rest: unknown[]) => object;
      return Reflect.construct(made, args, (target as unknown) === proxy ? made : target);
    },
  });
  return proxy;
}

type Callable = (...args: unknown[]) => unknown;

/** Private fields are not a stand-in's. */
function methodOf(method: Callable, proxy: unknown, real: () => object): unknown {
  return new Proxy(method, { apply: (called, self, args: unknown[]) => Reflect.apply(called, self === proxy ? real() : self, args) });
}

/** A bound function has no property of its own that cannot be changed. */
function targetOf(kind: ExportKind): object {
  if (kind === "array") return [];
  if (kind === "object" || kind === "instance") return {};
  return replaced.bind(undefined);
}

function replaced(this: unknown): unknown {
  return this;
}

/** Reading a value is a use of its module. So is reading a builtin object, such as a map: its slots are not a stand-in's. */
function kindOf(value: unknown): ExportKind {
  if (typeof value === "function") return "function";
  if (typeof value !== "object" || value === null) return "value";
  if (Array.isArray(value)) return "array";
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype === Object.prototype || prototype === null) return "object";
  // Who names its class by a getter is not asked.
  return Symbol.toStringTag in value || Object.prototype.toString.call(value) !== "[object Object]" ? "value" : "instance";
}

/** Without calling any getter of them. */
export function exportsOf(exported: unknown): ModuleExports {
  const isEsm = isNamespace(exported);
  const kind = isEsm ? "object" : kindOf(exported);
  const members: Record<string, ExportKind> = {};
  if (kind === "object" || kind === "function") {
    for (const name of Object.getOwnPropertyNames(exported)) {
      if (kind === "function" && (name === "prototype" || name === "length" || name === "name")) continue;
      const own = Object.getOwnPropertyDescriptor(exported, name);
      // esbuild and TypeScript export by getters, which lead to what is there already.
      members[name] = own?.get === undefined ? kindOf(own?.value) : kindOfGot(exported as Exports, name);
    }
  }
  return { kind, members, isEsm };
}

function kindOfGot(exported: Exports, name: string): ExportKind {
  if (!Object.hasOwn(exported, "__esModule")) return "value";
  try {
    return kindOf(exported[name]);
  } catch {
    return "value";
  }
}

function isNamespace(exported: unknown): boolean {
  return typeof exported === "object" && exported !== null && Object.prototype.toString.call(exported) === "[object Module]";
}
