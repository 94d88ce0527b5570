import { oneOf } from "../name-patterns.ts";

/**
 * Builtins that only pass a call from one function to the next: their time belongs to the caller, and their frames mean nothing to users.
 */
const plumbing = oneOf([
  "JSEntry",
  "JSConstructEntry",
  "JSRunMicrotasksEntry",
  "JSEntryTrampoline",
  "JSConstructEntryTrampoline",
  "RunMicrotasks",
  "RunMicrotasksTrampoline",
  "EnqueueMicrotask",
  "Interpreter\\w+",
  "Call_\\w+",
  "Call",
  "CallFunction_\\w+",
  "CallFunction",
  "CallProxy",
  "CallBoundFunction",
  "CallVarargs",
  "CallForwardVarargs",
  "CallFunctionForwardVarargs",
  "CallWith\\w+",
  "Construct",
  "Construct_\\w+",
  "ConstructFunction",
  "ConstructBoundFunction",
  "ConstructVarargs",
  "ConstructForward\\w*",
  "ConstructWith\\w+",
  "JSConstructStubGeneric",
  "JSBuiltinsConstructStub",
  "ConstructedNonConstructable",
  "ArgumentsAdaptorTrampoline",
  "AdaptorWithBuiltinExitFrame\\w*",
  "HandleApiCall\\w*",
  "CallApiCallback\\w*",
  "CallApiGetter",
  "CEntry_\\w+",
  "WasmCEntry",
  "JSToWasmWrapper\\w*",
  "GenericJSToWasm\\w*",
  "CompileLazy\\w*",
  "InstantiateAsmJs",
  "BaselineOutOfLinePrologue\\w*",
  "MaglevOutOfLinePrologue\\w*",
  "MaglevFunctionEntryStackCheck\\w*",
  "BaselineOrInterpreter\\w+",
  "Baseline_\\w*",
  "ResumeGeneratorTrampoline",
  "DirectCEntry",
  "DynamicCheckMaps\\w*",
  "OptimizedOrInterpreted\\w*",
  "Interpreter\\w*OnStackReplacement",
  "DeoptimizationEntry_\\w+",
  "TailCall\\w+",
  "StackGuard\\w*",
  "HandleInterrupts",
]);

export function isPlumbing(builtin: string): boolean {
  return plumbing(builtin);
}

/** `ArrayPrototypeForEach` → `Array.prototype.forEach`, `ObjectKeys` → `Object.keys`, `JsonStringify` → `JSON.stringify`; others as V8 names them. */
export function readableBuiltin(builtin: string): string {
  const base = builtin.replace(/_(?:WithFeedback|Inline|Baseline)$/, "");
  const method =
    /^(Array|ArrayBuffer|AsyncFunction|AsyncGenerator|BigInt|Boolean|DataView|Date|Error|Function|Generator|Iterator|Map|Number|Object|Promise|RegExp|Set|String|Symbol|TypedArray|WeakMap|WeakSet|MapIterator|SetIterator|ArrayIterator|StringIterator)Prototype([A-Z]\w*)$/.exec(
      base,
    );
  if (method !== null) return `${method[1]}.prototype.${lowered(method[2] ?? "")}`;
  const plain =
    /^Array(ForEach|Filter|Map|Every|Some|Find|FindIndex|FindLast|FindLastIndex|Reduce|ReduceRight|Sort|Includes|IndexOf)$/.exec(base);
  if (plain !== null) return `Array.prototype.${lowered(plain[1] ?? "")}`;
  const json = /^Json(Parse|Stringify)$/.exec(base);
  if (json !== null) return `JSON.${lowered(json[1] ?? "")}`;
  const fixed =
    /^(Math|Reflect|Atomics)([A-Z]\w*)$/.exec(base) ??
    /^(Object)(Keys|Values|Entries|Assign|Create|Freeze|FromEntries|Is|GetOwnPropertyNames|GetOwnPropertyDescriptor|DefineProperty)$/.exec(
      base,
    );
  if (fixed !== null) return `${fixed[1]}.${lowered(fixed[2] ?? "")}`;
  return base;
}

function lowered(name: string): string {
  return name.charAt(0).toLowerCase() + name.slice(1);
}
