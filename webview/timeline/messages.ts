import type { Translate } from "../texts.ts";
import type { TimelineView, ToTimeline } from "./incoming.ts";
import { mountTimeline } from "./mount.ts";
import type { FromTimeline } from "./outgoing.ts";

/** Adds a time strip that is fed and asks by the messages of `incoming.ts` and `outgoing.ts`. */
export function connectedTimeline(
  parent: HTMLElement,
  options: { readonly t: Translate; readonly locale: string; readonly place: "page" | "above" },
  post: (message: FromTimeline) => void,
) {
  let key: string | null = null;
  let lastId = 0;
  const waiting = new Map<
    number,
    { readonly resolve: (timeline: TimelineView | null) => void; readonly reject: (reason: Error) => void }
  >();
  const timeline = mountTimeline(parent, options, {
    requestData: (columns, span) =>
      new Promise((resolve, reject) => {
        lastId += 1;
        waiting.set(lastId, { resolve, reject });
        post({ type: "timelineWanted", id: lastId, key: key ?? "", columns, ...(span === undefined ? {} : { span }) });
      }),
    select: (spans) => key !== null && post({ type: "selectSpans", key, spans: spans ?? [] }),
    zoomed: (span) => key !== null && post({ type: "timelineZoomed", key, span: span ?? null }),
    reveal: (block) => key !== null && post({ type: "revealBlock", key, block }),
    keep: (layout) => post({ type: "timelineLayout", layout }),
  });

  return {
    escape: (): boolean => timeline.escape(),
    receive(message: ToTimeline): void {
      switch (message.type) {
        case "timelineRun":
          ({ key } = message);
          return timeline.show(message);
        case "timelineSpans":
          return timeline.setSpans(message.spans);
        case "timelineZoom":
          return timeline.zoomTo(message.span ?? undefined);
        case "timelineData":
          waiting.get(message.id)?.resolve(message.timeline);
          return void waiting.delete(message.id);
        case "timelineFailed":
          waiting.get(message.id)?.reject(new Error(message.message));
          return void waiting.delete(message.id);
        case "timelineReveal":
          return timeline.reveal(message.span);
      }
    },
  };
}
