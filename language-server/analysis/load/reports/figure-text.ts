/** Figures as tools print them. Undefined for what is none: a tool prints `-nan%` and the like where it has nothing to say. */

/** `123`, `40755.59`. */
export function numberIn(text: string | undefined): number | undefined {
  if (text === undefined || !/^\d+(\.\d+)?$/.test(text)) return undefined;
  return Number(text);
}

/** The first group of the pattern as a number. */
export function numberAt(output: string, pattern: RegExp): number | undefined {
  return numberIn(pattern.exec(output)?.[1]);
}

/** A time that a tool rounded: 0 says only that it is below the tool's unit. */
export function roundedTime(value: number | undefined): number | undefined {
  return value === 0 ? undefined : value;
}

/** Keys without a value are left out. */
export function known<Figures extends object>(figures: Figures): Figures {
  return Object.fromEntries(Object.entries(figures).filter(([, value]) => value !== undefined)) as Figures;
}
