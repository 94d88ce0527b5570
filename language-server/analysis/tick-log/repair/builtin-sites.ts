import { oneOf } from "../name-patterns.ts";

/** The source around a position that V8 recorded for a call, recognised by its next and its preceding characters. */
interface Site {
  /** The text from the position on. */
  readonly here: string;
  /** The text before it, without trailing space. */
  readonly before: string;
}

type Reaches = (site: Site) => boolean;

const equality: Reaches = ({ here }) => /^(?:[=!]==?|case\b|switch\b)/.test(here);
const order: Reaches = ({ here }) => /^[<>]=?(?![<>])/.test(here);
const compare: Reaches = (site) => equality(site) || order(site);
const add: Reaches = ({ here, before }) => /^\+(?!\+)/.test(here) || before.endsWith("${");
const arithmetic: Reaches = ({ here, before }) =>
  /^(?:\+|-|\*|\/(?!\/)|%|&(?!&)|\|(?!\|)|\^|<<|>>|~)/.test(here) || /(?:\+\+|--|-|~)$/.test(before) || /^[\w$]+(?:\+\+|--)/.test(here);
const named: Reaches = ({ here, before }) =>
  (before.endsWith(".") && !before.endsWith("...") && /^[\w$#]/.test(here)) || (/[{,]$/.test(before) && /^[\w$]+\s*[,}=:]/.test(here));
const keyed: Reaches = ({ here }) => here.startsWith("[");
const global: Reaches = ({ here, before }) => /^[A-Za-z_$]/.test(here) && !before.endsWith(".");
const assignment: Reaches = ({ here }) => /^(?:=(?![=>])|[-+*/%&|^]=|\*\*=|<<=|>>=|>>>=|&&=|\|\|=|\?\?=|\+\+|--)/.test(here);
const literal: Reaches = ({ here }) => /^(?:[{[]|\/(?![/*])|`)/.test(here);
const spread: Reaches = ({ before }) => before.endsWith("...");
const closure: Reaches = ({ here }) => /^(?:function\b|async\b|class\b|\(|[\w$]+\s*=>|get\b|set\b|\*)/.test(here);
const construct: Reaches = ({ here }) => /^(?:new|super|construct)\b/.test(here);
const call: Reaches = ({ here }) =>
  /^(?:(?!(?:for|while|if|switch|return|case|in|of|typeof|catch)\b)[\w$#]+\s*(?:\?\.)?\s*\(|\(|`|[\w$]+\s*`|super\b)/.test(here);
const loop: Reaches = ({ here, before }) => /^(?:of|for)\b/.test(here) || /\bof$/.test(before);
const iteration: Reaches = (site) => spread(site) || /^(?:of\b|for\b|yield\b|await\b|\[)/.test(site.here) || /\bof$/.test(site.before);

function either(...some: readonly Reaches[]): Reaches {
  return (site) => some.some((one) => one(site));
}

function word(...words: readonly string[]): Reaches {
  const pattern = new RegExp(`^(?:${words.join("|")})\\b`);
  return ({ here }) => pattern.test(here);
}

/** Builtins by the source constructs that lead to them; the first match is used. Names as in v8/src/builtins/builtins-definitions.h. */
const families: readonly (readonly [RegExp, Reaches])[] = [
  [/^String(?:LessThan|GreaterThan|Compare)/, either(order, word("sort", "toSorted", "localeCompare"))],
  [/^StringEqual/, either(equality, word("get", "set", "has", "add", "delete", "includes", "indexOf", "lastIndexOf"))],
  [/^(?:Less|Greater)Than|^BigInt(?:Less|Greater)Than/, order],
  [/^(?:Strict)?Equal|^SameValue|^BigIntEqual/, either(equality, word("is", "includes"))],
  [
    /^(?:String)?Add(?:_|Convert|LeftConv|RightConv|ConstantInternal|$)|^StringAdd/,
    either(add, word("concat", "join", "replace", "replaceAll", "padStart", "padEnd")),
  ],
  [
    /^(?:BigInt|Subtract|Multiply|Divide|Modulus|Exponentiate|Bitwise|Shift|Increment|Decrement|Negate)/,
    either(arithmetic, word("asIntN", "asUintN", "BigInt")),
  ],
  [
    /^(?:To(?:String|Number|Numeric|Name|Primitive|Object|Length|Integer|BooleanF|BigInt)|NumberToString|NonNumberTo|NonPrimitiveTo|OrdinaryToPrimitive|StringToNumber)/,
    either(add, arithmetic, keyed, compare, word("String", "Number", "toString", "parseInt", "parseFloat", "BigInt"), ({ before }) =>
      before.endsWith("${"),
    ),
  ],
  [/^(?:CheckProxy|Proxy)(?!Create|Constructor|Revo)/, either(named, keyed, assignment, word("in", "delete"))],
  [/^(?:InstanceOf|OrdinaryHasInstance|FunctionPrototypeHasInstance)/, word("instanceof")],
  [/^(?:KeyedHasIC|HasProperty|HasIC)/, word("in")],
  [/^(?:Typeof|TypeOf)/, word("typeof")],
  [/^DeleteProperty/, word("delete")],
  [/^ForIn/, either(word("for", "in"), ({ before }) => /\b(?:in|const|let|var|for\s*\()$/.test(before))],
  [/^(?:LoadIC|LoadSuperIC)/, either(named, loop)],
  [/^KeyedLoadIC/, either(keyed, ({ before }) => before.endsWith("["))],
  [/^Load(?:GlobalIC|Lookup)/, global],
  [/^GetProperty/, either(named, keyed, word("instanceof"), iteration)],
  [/^(?:StoreIC|StoreGlobalIC|KeyedStoreIC|SetProperty|StoreFastElement|ElementsTransition|KeyedStore)/, assignment],
  [
    /^(?:Define\w*IC|SetDataProperties|StoreInArrayLiteralIC|CreateDataProperty|CloneObjectIC|CopyDataProperties)/,
    either(assignment, literal, spread, ({ here }) => /^[\w$[#"']+\s*[:=]/.test(here)),
  ],
  [/^(?:RecordWrite|EphemeronKeyBarrier)/, either(assignment, literal, spread, word("push", "unshift", "set", "add", "splice"), closure)],
  [/^(?:GrowFast|EnsureWritable|GrowArray)/, either(word("push", "unshift", "splice", "concat"), spread, assignment, keyed)],
  [/^FastNewClosure/, closure],
  [
    /^Create(?:Shallow|Empty|RegExp|ArrayLiteral|ObjectLiteral|ArrayFrom|ObjectFrom)|^CloneFastJSArray(?!FillingHoles)/,
    either(literal, word("slice")),
  ],
  [
    /^(?:GetIterator|IterableTo|IterableList|CreateIterResult|ArrayIterator|CloneFastJSArrayFillingHoles|GeneratorPrototype|IteratorClose)/,
    iteration,
  ],
  [/^(?:CallWithSpread|ConstructWithSpread|CallVarargs|CallForwardVarargs|CallWithArrayLike)/, either(call, construct, spread)],
  [/^(?:Call|Construct)Proxy/, either(call, construct)],
  [/^(?:Construct|JSConstructStub|FastNewObject)/, construct],
  [
    /^(?:Call(?:Function|BoundFunction|_|$)|HandleApiCall|CallApiCallback|AdaptorWithBuiltinExitFrame|ArgumentsAdaptor)/,
    either(call, construct, named),
  ],
  [/^FindOrderedHashMap|^OrderedHashMap|^MapPrototype|^WeakMap|^WeakCollection/, word("get", "set", "has", "delete")],
  [/^FindOrderedHashSet|^OrderedHashSet|^SetPrototype|^WeakSet/, word("has", "add", "delete")],
  [
    /^(?:SubString|StringSubstring)/,
    either(word("slice", "substring", "substr", "split", "trim", "replace", "replaceAll", "at", "charAt"), keyed),
  ],
  [
    /^String(?:CharCodeAt|CodePointAt|CharAt|FromCodePointAt|At)/,
    either(word("charCodeAt", "codePointAt", "charAt", "at"), keyed, iteration),
  ],
  [/^StringIndexOf/, word("indexOf", "includes", "split", "replace", "replaceAll", "startsWith", "endsWith")],
  [/^RegExp/, word("test", "exec", "match", "matchAll", "replace", "replaceAll", "split", "search", "RegExp")],
];

const reachesAnything =
  /^(?:Allocate|CEntry|StackGuard|HandleInterrupt|DoubleToI|CompileLazy|Interpreter|Maglev|Baseline|Deoptimiz|GetTemplate|FastNew|Promise|Async|Await|Abort|Throw|Resume|Suspend)/;

/**
 * Whether a builtin can be reached from the source position of a call; undefined if its name does not tell. A method name at the position
 * counts if it is part of the builtin's name (`indexOf` for ArrayIndexOfSmi).
 */
export function canReach(builtin: string, text: string, offset: number): boolean | undefined {
  if (offset < 0 || offset >= text.length) return false;
  const family = familyOf(builtin);
  if (family === "anything") return undefined;
  const site: Site = { here: text.slice(offset, offset + 40), before: text.slice(Math.max(0, offset - 12), offset).trimEnd() };
  if (family !== "method") return family(site);
  const method = /^[A-Za-z][\w$]+/.exec(site.here)?.[0];
  if (method !== undefined && builtin.toLowerCase().includes(method.toLowerCase())) return true;
  return ofLibrary.test(builtin) ? false : undefined;
}

/** Equal for builtins that are reached from the same places, regardless of ticks; undefined if ticks matter too. */
export function callerKind(builtin: string): object | undefined {
  const family = familyOf(builtin);
  return typeof family === "function" ? family : undefined;
}

const ofLibrary =
  /^(?:Array|String|Map|Set|Object|Math|Number|Date|Symbol|Reflect|Promise|TypedArray|DataView|Json|JSON|Function|Generator)/;

/** By name: every place is checked for the same few builtins. */
const familiesKnown = new Map<string, Reaches | "anything" | "method">();

function familyOf(builtin: string): Reaches | "anything" | "method" {
  let family = familiesKnown.get(builtin);
  if (family === undefined) {
    family = families.find(([pattern]) => pattern.test(builtin))?.[1] ?? (reachesAnything.test(builtin) ? "anything" : "method");
    // A log is untrusted: it may contain any number of names.
    if (familiesKnown.size < 4096) familiesKnown.set(builtin, family);
  }
  return family;
}

/**
 * Builtins that only compiled code calls and that are never JavaScript functions. If one appears as a frame, it uses its caller's frame and
 * hides it, as it built none of its own.
 */
export function isStub(builtin: string): boolean {
  return stubs(builtin);
}

const stubs = oneOf([
  "NumberToString",
  "To[A-Z]\\w*",
  "NonNumber\\w*",
  "NonPrimitive\\w*",
  "OrdinaryToPrimitive\\w*",
  "StringToNumber",
  "Grow\\w*",
  "StringAdd\\w*",
  "Add(?:_\\w+)?",
  "Subtract\\w*",
  "Multiply\\w*",
  "Divide\\w*",
  "Modulus\\w*",
  "Exponentiate\\w*",
  "Bitwise\\w*",
  "Shift\\w*",
  "Increment\\w*",
  "Decrement\\w*",
  "Negate\\w*",
  "String(?:Equal|LessThan|GreaterThan|Substring|IndexOf|CharCodeAt|CodePointAt|FromCodePointAt)\\w*",
  "SubString",
  "StrictEqual\\w*",
  "Equal\\w*",
  "LessThan\\w*",
  "GreaterThan\\w*",
  "SameValue\\w*",
  "KeyedLoad\\w*IC\\w*",
  "KeyedStore\\w*IC\\w*",
  "KeyedHas\\w*IC\\w*",
  "Load\\w*IC\\w*",
  "Store\\w*IC\\w*",
  "Has\\w*IC\\w*",
  "Define\\w*IC\\w*",
  "CloneObjectIC\\w*",
  "RecordWrite\\w*",
  "EphemeronKeyBarrier\\w*",
  "FastNew\\w*",
  "Create(?:Shallow|Empty|RegExpLiteral|ArrayFrom|ObjectFrom)\\w*",
  "Allocate\\w*",
  "FindOrderedHash\\w*",
  "IterableTo\\w*",
  "CloneFastJSArray\\w*",
  "CopyDataProperties\\w*",
  "GetProperty\\w*",
  "SetProperty\\w*",
  "HasProperty",
  "DeleteProperty",
  "InstanceOf\\w*",
  "OrdinaryHasInstance\\w*",
  "Typeof",
  "TypeOf",
  "ForIn\\w*",
  "GetIterator\\w*",
  "BigInt\\w*NoThrow",
  "BigInt(?:Equal|LessThan|GreaterThan)\\w*",
  "Array(?:IncludesSmi|IndexOfSmi|IncludesPacked|IndexOfPacked|IncludesHoley|IndexOfHoley|IncludesSmiOrObject)\\w*",
  "RegExp(?:ExecInternal|Replace|MatchFast|Split|SearchFast)",
  "StackGuard",
  "ExtractFastJSArray\\w*",
  "Ensure\\w*",
]);

/** Builtins that run, or enter, a function whose frame is already complete: nothing below them was lost. */
export function keepsFrames(builtin: string): boolean {
  return /^(?:InterpreterEntryTrampoline|JSEntry|JSConstructEntry|JSRunMicrotasks|RunMicrotasks|CompileLazy|BaselineOutOfLine|MaglevOutOfLine|MaglevFunctionEntry|Deoptimiz|InterpreterOnStack|DirectCEntry|Async\w*Await|ResumeGenerator)/.test(
    builtin,
  );
}

/** Builtins that create an object for `new` or `super`, in the caller's own frame. */
export function constructs(builtin: string): boolean {
  return /^(?:JSConstructStub|JSBuiltinsConstruct|FastNewObject|Construct)/.test(builtin);
}

/** Whether there is a `new` or a `super` call at the position. */
export function isConstruction(text: string, offset: number): boolean {
  return /^(?:new|super)\b/.test(text.slice(offset, offset + 6));
}
