import type { Page } from "playwright-core";

/** What the page of a VS Code window holds after a garbage collection. */
export interface WindowMemory {
  readonly heapMb: number;
  readonly documents: number;
  readonly listeners: number;
  /** Web views and their inner frames. */
  readonly frames: number;
  /** Style rules that VS Code keeps for decorations. */
  readonly decorationRules: number;
}

export async function windowMemory(page: Page): Promise<WindowMemory> {
  const session = await page.context().newCDPSession(page);
  try {
    await session.send("HeapProfiler.collectGarbage");
    await session.send("HeapProfiler.collectGarbage");
    const { usedSize } = await session.send("Runtime.getHeapUsage");
    const { documents, jsEventListeners } = await session.send("Memory.getDOMCounters");
    return {
      heapMb: usedSize / 2 ** 20,
      documents,
      listeners: jsEventListeners,
      frames: page.frames().length,
      decorationRules: await page.evaluate(countRules),
    };
  } finally {
    await session.detach();
  }
}

/** Runs in the page. */
function countRules(): number {
  return [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]).filter(({ cssText }) => cssText.includes("ced-")).length;
}
