import type { Page } from "playwright-core";

/** When something first appeared on the page, in milliseconds since 1970. */
export type FirstSeen = readonly { readonly what: string; readonly at: number }[];

interface Watched {
  readonly firstSeen: { what: string; at: number }[];
}

/**
 * Records in the page, frame by frame, the decorations appended to the line with this code, the notification with this text, and clicks.
 * Checks from outside the page would distort the measured time.
 */
export async function watchFirstSeen(page: Page, code: string, notification: string): Promise<void> {
  await page.evaluate(
    ([code, notification]) => {
      const seen: { what: string; at: number }[] = [];
      Object.assign(window, { firstSeen: seen } satisfies Watched);
      const note = (what: string): void => {
        if (!seen.some((each) => each.what === what)) seen.push({ what, at: Date.now() });
      };
      const look = (): void => {
        asked = false;
        for (const row of document.querySelectorAll(".view-lines > .view-line")) {
          if (!row.textContent.replaceAll("\u00a0", " ").includes(code)) continue;
          for (const span of row.querySelectorAll('span[class*="ced-"]')) {
            const { content } = getComputedStyle(span, "::after");
            if (content !== "none" && content !== "normal") note(`line: ${content}`);
          }
        }
        for (const toast of document.querySelectorAll(".notification-toast"))
          if (toast.textContent.includes(notification)) note("notification");
      };
      let asked = false;
      new MutationObserver(() => {
        if (!asked) requestAnimationFrame(look);
        asked = true;
      }).observe(document.body, { subtree: true, childList: true, attributeFilter: ["class"] });
      document.addEventListener("click", () => note(`click ${seen.length}`), { capture: true });
    },
    [code, notification] as const,
  );
}

/** In chronological order. */
export async function firstSeen(page: Page): Promise<FirstSeen> {
  return page.evaluate(() => (window as unknown as Watched).firstSeen);
}
