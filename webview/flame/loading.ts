import type { FlameProfile } from "../../language-server/analysis/flame/flame-reduction.ts";

const ourDrops = new WeakSet<Event>();

/** Drops a profile on speedscope's root: it accepts files only by drag and drop. It loads asynchronously. */
export function dropProfile(root: Element, profile: FlameProfile): void {
  const transfer = new DataTransfer();
  transfer.items.add(new File([JSON.stringify(profile)], "profile.speedscope.json", { type: "application/json" }));
  const event = new DragEvent("drop", { dataTransfer: transfer, bubbles: true, cancelable: true });
  ourDrops.add(event);
  (root.isConnected ? root : (document.body.lastElementChild ?? root)).dispatchEvent(event);
}

export function isOurDrop(event: DragEvent): boolean {
  return ourDrops.has(event);
}
