/** An object with some of the fields of another. */
export function picked<Whole extends object, Name extends keyof Whole>(whole: Whole, ...names: readonly Name[]): Pick<Whole, Name> {
  return Object.fromEntries(names.map((name) => [name, whole[name]])) as Pick<Whole, Name>;
}
