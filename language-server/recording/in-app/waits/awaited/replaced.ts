export type AnyFunction = (this: unknown, ...values: unknown[]) => unknown;

/** Puts another function in the place of one, with its name and properties. Undefined if this Node has none of that name. */
export function replace(owner: object, name: string, make: (original: AnyFunction) => AnyFunction): AnyFunction | undefined {
  const original = (owner as Record<string, unknown>)[name];
  if (typeof original !== "function") return undefined;
  const made = make(original as AnyFunction);
  Object.defineProperties(made, Object.getOwnPropertyDescriptors(original));
  (owner as Record<string, unknown>)[name] = made;
  return made;
}
