/** Colours of speedscope's toolbar that are too close to tell text from its background, and what stands in their place; a test with axe holds this. */
const better: readonly (readonly [RegExp, string])[] = [
  [/(background(?:-color)?\s*:\s*)#2f80ed/gi, "$1#1a64c4"],
  [/(background(?:-color)?\s*:\s*)#00769b/gi, "$1#005873"],
  [/((?:^|[;{\s])color\s*:\s*)#666666/gi, "$1#a0a0a0"],
];

/** speedscope's CSS-in-JS inserts its rules into the style element that the page holds ready; each is mended on its way in. */
export function raiseContrast(): void {
  const sheet = document.querySelector<HTMLStyleElement>("style[data-aphrodite]")?.sheet;
  if (!sheet) return;
  const insert = sheet.insertRule.bind(sheet);
  sheet.insertRule = (rule, index) =>
    insert(
      better.reduce((all, [poor, good]) => all.replace(poor, good), rule),
      index,
    );
}
