const svg = "http://www.w3.org/2000/svg";

/** Readings on screen: half a minute at two per second. */
const capacity = 60;
const height = 14;

/** The last readings as a small line from zero; the figure beside it says the last one, so it is hidden from screen readers. `top`: what it reaches at least. */
export function sparkline(top: number): { readonly element: SVGElement; add(value: number): void } {
  const values: number[] = [];
  const element = document.createElementNS(svg, "svg");
  const line = document.createElementNS(svg, "polyline");
  element.append(line);
  element.setAttribute("class", "sparkline");
  element.setAttribute("viewBox", `0 0 ${capacity - 1} ${height}`);
  element.setAttribute("preserveAspectRatio", "none");
  element.setAttribute("aria-hidden", "true");
  return {
    element,
    add(value) {
      values.push(value);
      if (values.length > capacity) values.shift();
      const most = Math.max(top, ...values);
      const y = (each: number): number => height - 1 - (each / most) * (height - 2);
      line.setAttribute("points", values.map((each, index) => `${index},${y(each).toFixed(1)}`).join(" "));
    },
  };
}
