import { oneOf } from "../name-patterns.ts";
import {
  add,
  arithmetic,
  assignment,
  call,
  closure,
  compare,
  construct,
  either,
  equality,
  filledArray,
  global,
  iteration,
  keyed,
  keyedAssignment,
  literal,
  loop,
  named,
  namedAssignment,
  order,
  type Reaches,
  SourceSite,
  spread,
  spreadCall,
  variableAssignment,
  word,
} from "./source-site.ts";

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
    either(add, arithmetic, keyed, compare, word("String", "Number", "toString", "parseInt", "parseFloat", "BigInt")),
  ],
  [/^(?:CheckProxy|Proxy)(?!Create|Constructor|Revo)/, either(named, keyed, assignment, word("in", "delete"))],
  [/^(?:InstanceOf|OrdinaryHasInstance|FunctionPrototypeHasInstance)/, word("instanceof")],
  [/^(?:KeyedHasIC|HasProperty|HasIC)/, word("in")],
  [/^(?:Typeof|TypeOf)/, word("typeof")],
  [/^DeleteProperty/, word("delete")],
  [/^ForIn/, either(word("for", "in"), ({ before }) => /\b(?:in|const|let|var|for\s*\()$/.test(before))],
  [/^(?:LoadIC|LoadSuperIC)/, either(named, loop)],
  [/^KeyedLoadIC/, keyed],
  [/^Load(?:GlobalIC|Lookup)/, global],
  // Code reads its own properties by LoadIC. This one serves other builtins, which have a frame.
  [/^GetProperty/, word("get")],
  [/^StoreIC/, namedAssignment],
  [/^StoreGlobalIC/, variableAssignment],
  [/^(?:KeyedStore|ElementsTransition)/, keyedAssignment],
  [/^StoreFastElement/, either(keyedAssignment, filledArray, spread)],
  [/^SetProperty/, either(namedAssignment, keyedAssignment, word("set", "assign"))],
  [
    /^(?:Define\w*IC|SetDataProperties|StoreInArrayLiteralIC|CreateDataProperty|CloneObjectIC|CopyDataProperties)/,
    either(assignment, literal, spread, ({ here }) => /^[\w$[#"']+\s*[:=]/.test(here)),
  ],
  [/^(?:RecordWrite|EphemeronKeyBarrier)/, either(assignment, literal, spread, word("push", "unshift", "set", "add", "splice"), closure)],
  [/^(?:GrowFast|EnsureWritable|GrowArray)/, either(word("push", "unshift", "splice", "concat"), spread, keyedAssignment, filledArray)],
  [/^FastNewClosure/, closure],
  [
    /^Create(?:Shallow|Empty|RegExp|ArrayLiteral|ObjectLiteral|ArrayFrom|ObjectFrom)|^CloneFastJSArray(?!FillingHoles)/,
    either(literal, word("slice")),
  ],
  [
    /^(?:GetIterator|IterableTo|IterableList|CreateIterResult|ArrayIterator|CloneFastJSArrayFillingHoles|GeneratorPrototype|IteratorClose)/,
    iteration,
  ],
  [
    /^(?:CallWithSpread|ConstructWithSpread|CallVarargs|CallForwardVarargs|CallWithArrayLike)/,
    either(spreadCall, word("apply", "construct"), spread),
  ],
  [/^(?:Call|Construct)Proxy/, either(call, construct)],
  [/^(?:Construct|JSConstructStub|FastNewObject)/, construct],
  [
    /^(?:Call(?:Function|BoundFunction|_|$)|HandleApiCall|CallApiCallback|AdaptorWithBuiltinExitFrame|ArgumentsAdaptor)/,
    either(call, construct, loop),
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

/**
 * Constructs from which other builtins, which have a frame, lead to these: where nothing was lost. Only the site of a call can be such a
 * place; a lost caller has called the builtin itself.
 */
const ledTo: readonly (readonly [RegExp, Reaches])[] = [
  [/^GetProperty/, either(named, keyed, word("instanceof"), iteration)],
  [/^(?:Call(?:Function|BoundFunction|_|$)|HandleApiCall|CallApiCallback|AdaptorWithBuiltinExitFrame|ArgumentsAdaptor)/, named],
];

const reachesAnything =
  /^(?:Allocate|CEntry|StackGuard|HandleInterrupt|DoubleToI|CompileLazy|Interpreter|Maglev|Baseline|Deoptimiz|GetTemplate|FastNew|Promise|Async|Await|Abort|Throw|Resume|Suspend)/;

/**
 * Whether a builtin can be reached from the source position of a call; undefined if its name does not show it. A method name at the position
 * counts if it is part of the builtin's name (`indexOf` for ArrayIndexOfSmi).
 */
export function canReach(builtin: string, text: string, offset: number): boolean | undefined {
  if (offset < 0 || offset >= text.length) return false;
  const family = familyOf(builtin);
  if (family === "anything") return undefined;
  const site = new SourceSite(text, offset);
  if (family !== "method") return family(site);
  const method = /^[A-Za-z][\w$]+/.exec(site.here)?.[0];
  if (method !== undefined && builtin.toLowerCase().includes(method.toLowerCase())) return true;
  return ofLibrary.test(builtin) ? false : undefined;
}

/** Whether the builtin is reached from a call's own position through others. */
export function canLeadTo(builtin: string, text: string, offset: number): boolean {
  if (offset < 0 || offset >= text.length) return false;
  const site = new SourceSite(text, offset);
  return ledTo.some(([pattern, reaches]) => pattern.test(builtin) && reaches(site));
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
  return /^(?:JSEntry|JSConstructEntry|JSRunMicrotasks|RunMicrotasks|CompileLazy|BaselineOutOfLine|MaglevOutOfLine|MaglevFunctionEntry|Deoptimiz|InterpreterOnStack|DirectCEntry|Async\w*Await|ResumeGenerator)/.test(
    builtin,
  );
}

/**
 * Enters an interpreted function, and goes on in it after each call; V8's sampler keeps an interpreter's frame only in bytecode handlers
 * (`advance_frame` in SafeStackFrameIterator).
 */
export function isInterpreterEntry(builtin: string): boolean {
  return builtin === "InterpreterEntryTrampoline";
}

/** Builtins that create an object for `new` or `super`, in the caller's own frame. */
export function constructs(builtin: string): boolean {
  return /^(?:JSConstructStub|JSBuiltinsConstruct|FastNewObject|Construct)/.test(builtin);
}

/** Whether there is a `new` or a `super` call at the position. */
export function isConstruction(text: string, offset: number): boolean {
  return /^(?:new|super)\b/.test(text.slice(offset, offset + 6));
}
