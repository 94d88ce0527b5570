import { oneOf } from "../name-patterns.ts";

/** What stands in the source at a position that V8 recorded for a call, read by its first characters and the few before it. */
interface Site {
  /** From the position on. */
  readonly here: string;
  /** What stands before it, without trailing space. */
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

/** Builtins by what in a program leads to them; the first that fits holds. Names as in v8/src/builtins/builtins-definitions.h. */
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
 * Whether a builtin can be reached from the source position of a call; undefined where its name does not tell. The name of a method that
 * stands at the position counts where it is part of the builtin's (`indexOf` for ArrayIndexOfSmi).
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

/** Equal for builtins that the same places reach, whatever ticks show; undefined where ticks count as well. */
export function callerKind(builtin: string): object | undefined {
  const family = familyOf(builtin);
  return typeof family === "function" ? family : undefined;
}

const ofLibrary =
  /^(?:Array|String|Map|Set|Object|Math|Number|Date|Symbol|Reflect|Promise|TypedArray|DataView|Json|JSON|Function|Generator)/;

/** By name: every place in a program is asked about the same few builtins. */
const familiesKnown = new Map<string, Reaches | "anything" | "method">();

function familyOf(builtin: string): Reaches | "anything" | "method" {
  let family = familiesKnown.get(builtin);
  if (family === undefined) {
    family = families.find(([pattern]) => pattern.test(builtin))?.[1] ?? (reachesAnything.test(builtin) ? "anything" : "method");
    // A log is untrusted: it may name any number of them.
    if (familiesKnown.size < 4096) familiesKnown.set(builtin, family);
  }
  return family;
}

/**
 * Builtins that are called by compiled code alone and never are JavaScript functions themselves. Where one shows as a frame, it stands on
 * the frame of its caller and hides it: it built none of its own.
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

/** Builtins that make an object for a `new` or a `super` call, in the caller's own frame. */
export function constructs(builtin: string): boolean {
  return /^(?:JSConstructStub|JSBuiltinsConstruct|FastNewObject|Construct)/.test(builtin);
}

/** Whether a `new` or a `super` call stands there. */
export function isConstruction(text: string, offset: number): boolean {
  return /^(?:new|super)\b/.test(text.slice(offset, offset + 6));
}
