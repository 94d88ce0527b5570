/** What `for await` iterates over; `onNext` is called each time it has asked for the next value. Otherwise as `iterable` alone. */
export function watchedIterable(iterable: unknown, onNext: () => void): unknown {
  return iterable === null || iterable === undefined ? iterable : new WatchedIterable(iterable, onNext);
}

type Method = (this: unknown, ...values: unknown[]) => unknown;
interface Iterables {
  readonly [Symbol.asyncIterator]?: Method | null;
  readonly [Symbol.iterator]?: Method | null;
}
interface AnyIterator {
  readonly next: Method;
  readonly return?: Method | null;
}

const { apply } = Reflect;

/** A loop reads the same properties of it, in the same order, as it would of the iterable. */
class WatchedIterable {
  readonly #iterable: Iterables;
  readonly #onNext: () => void;

  constructor(iterable: Iterables, onNext: () => void) {
    this.#iterable = iterable;
    this.#onNext = onNext;
  }

  get [Symbol.asyncIterator](): unknown {
    return this.#watched(this.#iterable[Symbol.asyncIterator]);
  }

  get [Symbol.iterator](): unknown {
    return this.#watched(this.#iterable[Symbol.iterator]);
  }

  #watched(open: Method | null | undefined): unknown {
    if (typeof open !== "function") return open;
    return () => {
      const iterator = apply(open, this.#iterable, []) as AnyIterator;
      return isObject(iterator) ? watchedIterator(iterator, this.#onNext) : iterator;
    };
  }
}

function watchedIterator(iterator: AnyIterator, onNext: () => void): unknown {
  const { next } = iterator;
  return {
    next: (...values: unknown[]) => {
      const result = apply(next, iterator, values);
      onNext();
      return result;
    },
    /** Read only if the loop is left. */
    get return() {
      const leave = iterator.return;
      return typeof leave === "function" ? (...values: unknown[]) => apply(leave, iterator, values) : leave;
    },
  };
}

function isObject(value: unknown): boolean {
  return (typeof value === "object" && value !== null) || typeof value === "function";
}
