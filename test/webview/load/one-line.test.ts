import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { someOf } from "../../workbench/some-of.mjs";
import { browserAndSite } from "../browser.ts";
import { bundle } from "../bundle.ts";
import { addLoadPage, formState, openLoad } from "../load-form.ts";
import { states } from "./form-states.ts";

const host = browserAndSite(
  () => bundle("load"),
  (page) => addLoadPage(page, "vscode-dark"),
);

/** Visible buttons whose words take two lines, are cut off or are under 16 px of a line, and figures that are cut off. */
function unreadable(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const wrong: string[] = [];
    const isOutside = ({ left, right }: DOMRect): boolean => left < 0 || right > innerWidth + 0.5;
    for (const button of document.querySelectorAll<HTMLElement>("vscode-button")) {
      const control = button.shadowRoot?.querySelector<HTMLElement>(".control");
      if (!control?.checkVisibility()) continue;
      const name = button.getAttribute("aria-label") ?? "";
      const label = button.querySelector<HTMLElement>(".button-label");
      const box = control.getBoundingClientRect();
      if (isOutside(box)) wrong.push(`${name} is outside`);
      if (box.height > 40) wrong.push(`${name} is ${box.height} px high`);
      if (label?.checkVisibility() !== true) {
        if (button.querySelector("svg")?.checkVisibility() !== true || button.title === "") wrong.push(`${name} shows nothing`);
        continue;
      }
      if (new Set([...label.getClientRects()].map(({ top }) => top)).size !== 1) wrong.push(`${name} takes several lines`);
      const content = button.shadowRoot?.querySelector<HTMLElement>(".content");
      // A path of the app's may be as long as it likes.
      if (!name.includes("/") && content && content.scrollWidth > content.clientWidth) wrong.push(`${name} is cut off`);
    }
    for (const figure of document.querySelectorAll<HTMLElement>("dd, .hot-share, .hot-percent, .ports")) {
      if (!figure.checkVisibility()) continue;
      if (isOutside(figure.getBoundingClientRect()) || figure.scrollWidth > figure.clientWidth + 1)
        wrong.push(`figure ${figure.textContent}`);
    }
    return wrong;
  });
}

// The longest words first.
test.each(someOf(1, ["ru", "en", "zh-cn"]))(
  "every button has one line and every figure is whole in a narrow side bar, in %s",
  { timeout: 60_000 },
  async (locale) => {
    const form = await openLoad(host.browser, addLoadPage(host.site, "vscode-dark", locale), formState({ phase: "idle" }));
    const { page } = form;
    const wrong: string[] = [];
    for (const [name, [state]] of Object.entries(states)) {
      await form.send({ type: "state", state });
      await page.locator("main details").evaluateAll((parts) => parts.forEach((each) => each.setAttribute("open", "")));
      for (const width of [300, 220, 170]) {
        await page.setViewportSize({ width, height: 720 });
        await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
        wrong.push(...(await unreadable(page)).map((each) => `${name} at ${width}: ${each}`));
      }
    }
    expect(wrong).toEqual([]);
  },
);

test("in a wide side bar the buttons of the bar have their words, in a narrow one icons with titles", async () => {
  const form = await openLoad(host.browser, host.url, states["changed"]![0], 480);
  const words = (): Promise<string[]> => form.page.locator(".action-bar .button-label:visible").allInnerTexts();
  expect(await words()).toEqual(["Restart App", "Start Load Again", "Stop App"]);
  await form.page.setViewportSize({ width: 220, height: 600 });
  await expect.poll(words).toEqual(["Restart App"]);
  await form.page.getByRole("button", { name: "Start Load Again" }).click();
  expect((await form.posts()).at(-1)).toMatchObject({ type: "startLoad" });
  await form.page.getByTitle("Stop App").click();
  expect((await form.posts()).at(-1)).toMatchObject({ type: "stopApp" });
});

test("a row whose buttons grow after it was laid out, as when a font comes late, falls back to icons", async () => {
  const form = await openLoad(host.browser, host.url, states["changed"]![0], 480);
  const words = (): Promise<string[]> => form.page.locator(".action-bar .button-label:visible").allInnerTexts();
  expect(await words()).toEqual(["Restart App", "Start Load Again", "Stop App"]);
  await form.page.locator(".action-bar .button-label").evaluateAll((labels) => {
    for (const label of labels) label.style.letterSpacing = "5px";
  });
  await expect.poll(words).toEqual(["Restart App"]);
  expect(await unreadable(form.page)).toEqual([]);
});

test("the button that signs in keeps its words in a narrow side bar, though another one was first", async () => {
  const form = await openLoad(host.browser, host.url, states["unsigned"]![0], 170);
  await form.page.getByRole("button", { name: "Sign In First" }).click();
  await form.page.locator(".action-bar .button-label:visible").getByText("Sign In", { exact: true }).waitFor();
  expect(await unreadable(form.page)).toEqual([]);
});
