import { expect, test, vi } from "vitest";

vi.mock("vscode", () => import("../vscode.ts"));
const { detailsPage } = await import("../../../extension/runs/run-details.ts");

test("details have one line each, with their explanation", () => {
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
