/** Parses figures in tools' output. Undefined for invalid ones: tools print `-nan%` and the like without data. */

/** `123`, `40755.59`. */
export function numberIn(text: string | undefined): number | undefined {
  if (text === undefined || !/^\d+(\.\d+)?$/.test(text)) return undefined;
  return Number(text);
}

/** The first group of the pattern as a number. */
export function numberAt(output: string, pattern: RegExp): number | undefined {
  return numberIn(pattern.exec(output)?.[1]);
}

/** A rounded time: 0 only means that it is below the tool's unit, so it is unknown. */
export function roundedTime(value: number | undefined): number | undefined {
  return value === 0 ? undefined : value;
}

/** Removes keys without a value. */
export function known<Figures extends object>(figures: Figures): Figures {
  return Object.fromEntries(Object.entries(figures).filter(([, value]) => value !== undefined)) as Figures;
}
