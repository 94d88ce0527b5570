import { expect, test, vi } from "vitest";

vi.mock("vscode", () => import("../vscode.ts"));
const { detailsPage, statusText } = await import("../../../extension/runs/run-details.ts");

test("details are one line each, with what they mean by line", () => {
  const page = detailsPage({
    title: "app",
    groups: [
      { title: "Measured", details: [{ label: "Ticks", value: "10 in\nall", about: "A look at the app." }] },
      { title: "Ran", details: [{ label: "Node.js", value: "24", about: "The engine." }] },
    ],
  });
  expect(page.text).toBe(`# app

Hover over a line to see what it means.

## Measured

- Ticks: 10 in all

## Ran

- Node.js: 24
`);
  const lines = page.text.split("\n");
  expect([...page.about].map(([line, about]) => `${lines[line]} = ${about}`)).toEqual([
    "- Ticks: 10 in all = A look at the app.",
    "- Node.js: 24 = The engine.",
  ]);
});

test("the status bar says what the figures rest on", () => {
  expect(statusText({ live: false, recorder: "exact", busySamples: 1234 })).toEqual({ icon: "pulse", text: "1,234 samples" });
  expect(statusText({ live: true, recorder: "exact", busySamples: 12 })).toEqual({ icon: "broadcast", text: "live · 12 samples" });
  expect(statusText({ live: false, recorder: "inspector", busySamples: 12 })).toEqual({ icon: "info", text: "inspector · 12 samples" });
});
