import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import { element } from "../element.ts";

const height = 88;

/** Readings kept on screen: five minutes at two per second. */
const capacity = 600;

/**
 * Requests per second as a filled line and p99 as a plain one, each on its own scale from zero; the figures beside the chart are its
 * legend. `label` is for screen readers.
 */
export function liveChart(label: string) {
  const holder = element("div", { class: "chart", role: "img", "aria-label": label });
  const perSecond: number[] = [];
  const p99: number[] = [];
  let plot: uPlot | undefined;

  const draw = (): void => {
    const width = holder.clientWidth;
    if (width === 0) return;
    if (plot === undefined) plot = new uPlot(options(width), data(), holder);
    else if (plot.width !== width) plot.setSize({ width, height });
  };
  const data = (): uPlot.AlignedData => [perSecond.map((_, reading) => reading), perSecond, p99];
  const resized = new ResizeObserver(draw);
  resized.observe(holder);
  const themed = new MutationObserver(() => {
    plot?.destroy();
    plot = undefined;
    draw();
  });
  themed.observe(document.body, { attributes: true, attributeFilter: ["class", "data-vscode-theme-kind", "data-vscode-theme-id"] });

  return {
    element: holder,
    add(requests: number, milliseconds: number): void {
      perSecond.push(requests);
      p99.push(milliseconds);
      if (perSecond.length > capacity) {
        perSecond.shift();
        p99.shift();
      }
      draw();
      plot?.setData(data());
    },
    /** Stops observing size and theme. */
    dispose(): void {
      resized.disconnect();
      themed.disconnect();
      plot?.destroy();
    },
  };
}

function options(width: number): uPlot.Options {
  const blue = color("--vscode-charts-blue");
  const orange = color("--vscode-charts-orange");
  return {
    width,
    height,
    padding: [4, 0, 2, 0],
    cursor: { show: false },
    legend: { show: false },
    axes: [{ show: false }, { show: false }],
    scales: { x: { time: false, range: (_, low, high) => [low, Math.max(high, 20)] }, y: { range: fromZero }, ms: { range: fromZero } },
    series: [
      {},
      { scale: "y", stroke: blue, width: 1.5, fill: `color-mix(in srgb, ${blue} 18%, transparent)`, points: { show: false } },
      { scale: "ms", stroke: orange, width: 1.5, points: { show: false } },
    ],
  };
}

function fromZero(_: uPlot, __: number, high: number): uPlot.Range.MinMax {
  return [0, Math.max(high, 1e-3) * 1.1];
}

function color(name: string): string {
  return getComputedStyle(document.body).getPropertyValue(name).trim() || getComputedStyle(document.body).color;
}
