/** Whether a function or a method is simply called at the position, so that nothing but a call can happen there. */
export function isPlainCall(text: string, offset: number): boolean {
  const here = text.slice(offset, offset + 80);
  const name = /^(?:[\w$#]+|\[[^\]]*\])?/.exec(here)?.[0] ?? "";
  return !words.has(name) && /^\s*(?:\?\.)?\s*[(`]/.test(here.slice(name.length)) && !/^[^()]*\((?:[^()]*[,\s])?\.\.\./.test(here);
}

/**
 * Builtins that lead to a builtin that calls JavaScript, or prepare for it: for accessors and proxies, conversions, `instanceof`,
 * iteration, and calls by `apply` or with a spread.
 */
export function servesHiddenCalls(builtin: string): boolean {
  return services.test(builtin);
}

/** Builtins that pass a call on: they have no frame, and use that of their caller. */
export function passesCallsOn(builtin: string): boolean {
  return /^(?:Call(?!Proxy)|Construct(?!Proxy)|JSConstruct)/.test(builtin);
}

/** Builtins that only JavaScript code reaches, for a property it names. */
export function isOfProperties(builtin: string): boolean {
  return /^\w*(?:Load|LoadGlobal|LoadSuper|Store|StoreGlobal|Has|Define\w*)IC/.test(builtin);
}

/** Words before a bracket that are not called functions, and methods that call another function. */
const words = new Set(
  "instanceof in of for delete yield await case switch typeof new super return if while apply call bind construct from".split(" "),
);

const services =
  /^(?:Call(?!Proxy)|GetProperty|SetProperty|HasProperty|DeleteProperty|Proxy|CheckProxy|OrdinaryToPrimitive|NonPrimitive|NonNumber|NonString|To[A-Z]|InstanceOf|OrdinaryHasInstance|FunctionPrototype|Reflect|Construct(?!Proxy)|JSConstruct|FastNewObject|CreateListFromArrayLike|CreateDataProperty|GetMethod|GetIterator|Iterable|Iterator|CreateIterResult|ArrayIterator|AdaptorWithBuiltinExitFrame|HandleApiCall)/;
