/** Names in rewritten texts: the helper, when the current wait began, and its site (-1: none). A text that has one was rewritten before. */
export const helperName = "__hlw";
const start = "__hlt";
const site = "__hli";
const none = `${site}=-1`;

/** The property of the global object that has a thread's helper: code that another thread is sent as text does not find it there. */
export function globalName(threadId: number): string {
  return `${helperName}${threadId}`;
}

/** What rewritten code calls. `b` and `e` return their first argument. */
export interface WaitHelper {
  /** Called when the operand is evaluated; read before. */
  readonly b: <T>(operand: T, site: number, startMs: number) => T;
  /** It has settled. */
  e<T>(value: T, site: number, startMs: number): T;
  /** What `for await` iterates over; `onNext` is called when the next value has been asked for. */
  f(iterable: unknown, onNext: () => void): unknown;
  /** The time in milliseconds, at which a wait begins. `earlierMs`: when the function's last one began; 0 if its caller may go on meanwhile. */
  n(earlierMs: number): number;
  /** It was rejected. */
  r(site: number, startMs: number): void;
}

/** At the start of a function. Where there is no helper, as in code that is sent elsewhere as text, it works without. */
export function variables(globalHelper: string): string {
  return `var ${start}=0,${none},${helperName}=globalThis.${globalHelper}??{b:v=>v,e:v=>v,f:v=>v,n(){},r(){}};`;
}

export const beforeAwait = `${helperName}.e(`;
/** After the keyword. */
export const beforeOperand = ` ${helperName}.b(`;
/** `start` has the time of the function's last wait. Who calls a generator goes on when it waits, also later. */
function begin(isGenerator: boolean): string {
  return `${start}=${helperName}.n(${isGenerator ? 0 : start})`;
}
export function afterOperand(id: number, isGenerator: boolean): string {
  return `,${site}=${id},${begin(isGenerator)}),${id},${start},${none})`;
}

export const beforeIterable = ` ${helperName}.f(`;
export function afterIterable(id: number, isGenerator: boolean): string {
  return `,()=>{${site}=${id};${begin(isGenerator)}})`;
}
export function nextArrived(id: number): string {
  return `${helperName}.e(0,${id},${start},${none});`;
}
/** After the loop: it asked once more if it was not left. */
export function lastArrived(id: number): string {
  return `if(${site}>=0)${nextArrived(id)}`;
}

/** Where a rejection can arrive. */
export const maybeRejected = `if(${site}>=0)${helperName}.r(${site},${start},${none});`;
export const atFunctionEnd = `}finally{${maybeRejected}}`;
