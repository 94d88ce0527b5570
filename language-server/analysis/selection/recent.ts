/** How many selections besides the whole run are kept: those that one goes back to. */
const mostKept = 3;

/** The values last asked for, by key. */
export class Recent<Value> {
  readonly #values = new Map<string, Value>();

  get(key: string, make: () => Value): Value {
    const value = this.#values.get(key) ?? make();
    this.#values.delete(key);
    this.#values.set(key, value);
    for (const [oldest] of this.#values) if (this.#values.size > mostKept) this.#values.delete(oldest);
    return value;
  }
}
