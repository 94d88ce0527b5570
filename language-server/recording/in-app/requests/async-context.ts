import { AsyncLocalStorage, createHook, executionAsyncId, executionAsyncResource } from "node:async_hooks";
import { promiseHooks } from "node:v8";

/** Carries a value through all async work that comes of the code which has entered it. */
interface AsyncContext<Value> {
  readonly get: () => Value | undefined;
  /** For the calling code, too. Nothing is hooked before it is called for the first time: an app without requests costs nothing. */
  readonly enter: (value: Value) => object | undefined;
  /** What `enter` has returned has nothing more to do with that value; what has come of it has. */
  readonly leave: (entered: object | undefined, value: Value) => void;
  /** Whether what has begun last is a promise's continuation. */
  readonly isOfPromise: () => boolean;
}

/** `onStep` is called where a callback or a continuation begins, with the value of its context. */
export function asyncContext<Value>(onStep: (value: Value | undefined) => void): AsyncContext<Value> {
  return distinguishesPromises() ? framesContext(onStep) : resourcesContext(onStep);
}

/** Promises carry V8's own context there. */
function framesContext<Value>(onStep: (value: Value | undefined) => void): AsyncContext<Value> {
  const storage = new AsyncLocalStorage<Value>();
  let isOfPromise = false;
  const before = (): void => {
    isOfPromise = false;
    onStep(storage.getStore());
  };
  const beforePromise = (): void => {
    isOfPromise = true;
    onStep(storage.getStore());
  };
  let isHooked = false;
  return {
    get: () => storage.getStore(),
    enter: (value) => {
      if (!isHooked) {
        isHooked = true;
        const hooks = { before, trackPromises: false };
        createHook(hooks).enable();
        promiseHooks.onBefore(beforePromise);
      }
      storage.enterWith(value);
      return undefined;
    },
    // A callback begins with the context in which it was made.
    leave: () => undefined,
    isOfPromise: () => isOfPromise,
  };
}

/** Of nothing, and of a program's first code: the same ids stand for several resources. */
const sharedIds = 1;

/**
 * What `AsyncLocalStorage` does there, in the hook that is needed anyway, and without asking for the resource at each of the twenty that a
 * request creates: that costs a microsecond.
 */
function resourcesContext<Value>(onStep: (value: Value | undefined) => void): AsyncContext<Value> {
  const key = Symbol("heatline");
  type Resource = Record<typeof key, Value | undefined>;
  /** The value of the resource whose code ran last. */
  let last: Value | undefined;
  let lastId = -1;
  const read = (id: number): Value | undefined => {
    last = (executionAsyncResource() as Resource)[key];
    lastId = id > sharedIds ? id : -1;
    return last;
  };
  const get = (): Value | undefined => {
    const id = executionAsyncId();
    return id === lastId ? last : read(id);
  };
  const hook = createHook({
    init: (_id, _type, _trigger, resource) => {
      const value = get();
      // Work outside requests has none, and a property costs memory.
      if (value !== undefined || (resource as Resource)[key] !== undefined) (resource as Resource)[key] = value;
    },
    before: (id) => onStep(read(id)),
  });
  let isHooked = false;
  return {
    get,
    enter: (value) => {
      if (!isHooked) {
        isHooked = true;
        hook.enable();
      }
      const resource = executionAsyncResource() as Resource;
      resource[key] = value;
      read(executionAsyncId());
      return resource;
    },
    // A connection's parser would go on with it until it has read the next request.
    leave: (entered, value) => {
      const resource = entered as Resource;
      if (resource[key] !== value) return;
      resource[key] = undefined;
      lastId = -1;
    },
    isOfPromise: () => executionAsyncResource() instanceof Promise,
  };
}

/** From 24.21 on, but for 25: elsewhere `before` is called for promises, too. */
function distinguishesPromises(): boolean {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  return major >= 26 || (major === 24 && minor >= 21);
}
