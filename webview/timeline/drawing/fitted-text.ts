/** Draws a text that is cut with an ellipsis to fit; returns its width. */
export function drawFitted(context: CanvasRenderingContext2D, text: string, x: number, y: number, most: number): number {
  const shown = fitted(context, text, most);
  context.fillText(shown, x, y);
  return context.measureText(shown).width;
}

function fitted(context: CanvasRenderingContext2D, text: string, most: number): string {
  if (context.measureText(text).width <= most) return text;
  let [kept, cut] = [0, text.length];
  while (cut - kept > 1) {
    const middle = (kept + cut) >> 1;
    if (context.measureText(`${text.slice(0, middle)}…`).width <= most) kept = middle;
    else cut = middle;
  }
  return kept === 0 ? "" : `${text.slice(0, kept)}…`;
}
