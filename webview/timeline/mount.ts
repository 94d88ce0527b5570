import { type Block, mostColumns } from "../../language-server/analysis/timeline/strip.ts";
import { element } from "../element.ts";
import { announcer, resting, type MountedTimeline, type TimelineActions, type TimelineOptions } from "./mounted.ts";
import { type Answer, DataFeed, type Reader, type Wanted } from "./data-feed.ts";
import { mostThreads } from "./drawing/rows.ts";
import { listenToPointer } from "./gestures.ts";
import type { TimelineView } from "./incoming.ts";
import { keyAction } from "./keys.ts";
import { listColumns, timelineList } from "./list.ts";
import { TimelineModel } from "./model.ts";
import { barWords, selectionWords } from "./layout/bar-words.ts";
import { colourKey } from "./layout/colour-key.ts";
import { stripLayout } from "./layout/strip-layout.ts";
import { Plot } from "./plot.ts";
import { readOut } from "./read-out.ts";
import type { Edge } from "./selection-overlay.ts";
import { outerSpan, SpanSelection, wholeSpan } from "./span-selection.ts";
import { adoptStyle } from "./style.ts";
import { timelineText } from "./text.ts";
import { say, toolbar } from "./toolbar.ts";

/** Adds a time strip to a page. */
export function mountTimeline(parent: HTMLElement, { t, locale, place }: TimelineOptions, actions: TimelineActions): MountedTimeline {
  const text = timelineText(t, locale);
  const model = new TimelineModel();
  const feed = new DataFeed((wanted) => actions.requestData(wanted.columns, wanted.span), receive);
  let runKey: string | null | undefined;
  let isList = false;
  /** Said instead of the drawing. */
  let notice = "";

  const { element: live, say: announce } = announcer();
  const reportZoom = resting(250);
  const plot = new Plot(text, { moveEdge, resized: want, themed: explain });
  const words = element("p", { class: "words" });
  const missing = element("p", { class: "words missing", hidden: "" });
  const list = element("div", { class: "list", role: "region", "aria-label": text.plot, tabindex: "0", hidden: "" });
  const key = colourKey(text);
  const body = element("div", { class: "body" }, plot.element, words, list, missing, key.list);
  const layout = stripLayout({ place, body, text }, (wanted) => actions.keep(wanted));
  const selection = new SpanSelection({
    show(spans) {
      model.spans = spans;
      update();
    },
    report(spans) {
      actions.select(spans.length === 0 ? null : spans);
      announce(saidSelection());
    },
    refuse() {
      if (model.isLive) announce(text.notYet);
      return model.isLive;
    },
  });
  const gestures = listenToPointer(
    {
      plot: plot.element,
      view: () => model.view,
      spans: () => model.spans,
      left: () => plot.left,
      timeAt: (x) => plot.timeAt(x),
      edgeAt: (x, reach) => plot.edgeAt(x, reach),
      blockAt: (x, y) => plot.blockAt(x, y),
      startAt: (x, y) => plot.startAt(x, y),
    },
    {
      preview: (spans) => selection.preview(spans),
      commit: (spans) => selection.commit(spans),
      panFrom: (view, by) => look(() => model.pan(view, by)),
      zoomAt: (x, factor) => look(() => model.zoomAt(plot.timeAt(x), factor)),
      point(at) {
        model.cursor = at && { time: plot.timeAt(at.x), thread: plot.threadAt(at.y), y: at.y };
        plot.show(model.shown);
      },
      choose: goTo,
      select: selectBlock,
    },
  );
  const bar = toolbar(
    text,
    { canCollapse: place === "above", key: key.button },
    {
      toggle() {
        layout.toggle();
        want();
        update();
      },
      zoom: (factor) => look(() => model.zoomAt(model.place, factor)),
      showWhole: () => look(() => model.look({ from: 0, to: model.length })),
      zoomToSelection: () => look(() => model.look(outerSpan(model.spans) ?? model.view)),
      clear: () => selection.commit([]),
      showList(isShown) {
        isList = isShown;
        want();
        update();
      },
      showThreads(all) {
        model.showsAll = all;
        explain();
        update();
      },
    },
  );
  const root = element(
    "section",
    { class: `heatline-timeline ${place}`, "aria-label": text.title },
    element(place === "page" ? "h1" : "h2", { class: "live" }, text.title),
    bar.element,
    body,
    layout.sash,
    live,
  );

  function update(): void {
    // Above something else there is nothing to say without a run.
    if (place === "above" && typeof runKey !== "string") root.remove();
    else if (!root.isConnected) {
      parent.append(root);
      plot.themed();
    }
    const hasData = model.strip !== undefined && notice === "";
    bar.element.hidden = place === "page" && notice !== "";
    plot.element.hidden = notice !== "" || (hasData && isList);
    list.hidden = !hasData || !isList;
    words.hidden = hasData;
    say(words, notice === "" ? text.reading : notice);
    const sentences = model.strip?.missing ?? [];
    missing.hidden = !hasData || isList || sentences.length === 0;
    say(missing, sentences.join(" "));
    bar.show({
      isOpen: layout.isOpen,
      hasData,
      isZoomed: model.zoom !== undefined,
      isList,
      words: barWords(model, layout.isOpen, text),
      hasSelection: model.spans.length > 0,
      threads: { all: model.strip?.threads.length ?? 0, few: mostThreads, showsAll: model.showsAll },
    });
    plot.element.classList.toggle("recording", model.isLive);
    plot.show(model.shown);
  }

  function saidSelection(): string {
    return selectionWords(model, text);
  }

  function want(): void {
    if (typeof runKey !== "string") return;
    if (!layout.isOpen) return feed.want("summary", { columns: 1 });
    const span = model.zoom && { from: Math.floor(model.zoom.from), to: Math.ceil(model.zoom.to) };
    if (isList && model.strip !== undefined) feed.want("list", { columns: listColumns, span });
    else if (plot.columns > 0) feed.want("drawing", { columns: Math.min(plot.columns, mostColumns), span });
  }

  function receive(reader: Reader, wanted: Wanted, answer: Answer): void {
    if ("failed" in answer) notice = text.failed(answer.failed);
    else if (answer.timeline === null) notice = text.noTimes;
    else if (reader === "summary") model.summary = answer.timeline;
    else if (reader === "list") showList(answer.timeline);
    else {
      notice = "";
      model.accept(answer.timeline, wanted.span === undefined);
      explain();
    }
    update();
  }

  function showList(strip: TimelineView): void {
    const { scrollTop } = list;
    list.replaceChildren(...timelineList(strip, text, { goTo, select: (span) => selection.commit([span]) }));
    list.scrollTop = scrollTop;
  }

  function explain(): void {
    if (model.strip !== undefined) key.explain(model.strip, model.drawnBands, plot.palette);
  }

  function look(change: () => void): void {
    if (model.length === 0) return;
    change();
    want();
    update();
    reportZoom(() => actions.zoomed(model.zoom));
  }

  function goTo(block: Block): void {
    model.block = { thread: block.thread, from: block.from, to: block.to };
    announce(model.wordsOf(block));
    if (block.hottest !== undefined) actions.reveal(model.block);
    update();
  }

  function selectBlock(block: Block): void {
    selection.commit([wholeSpan(block)]);
    if (!model.isLive) announce(`${model.wordsOf(block)}. ${saidSelection()}`);
  }

  function step(to: "next" | "previous"): void {
    const block = model.blockBeside(to);
    if (block === undefined) return announce(text.noBlocks);
    model.cursor = { time: (block.from + block.to) / 2, thread: model.strip?.threads.find(({ id }) => id === block.thread) };
    look(() => model.reveal(block));
    goTo(block);
    if (!model.isLive) selectBlock(block);
  }

  function moveCursor(steps: number): void {
    const { from, to } = model.view;
    const time = Math.min(Math.max(model.place + (steps * (to - from)) / 100, from), to);
    model.cursor = { time, thread: model.cursor?.thread };
    const { strip } = model;
    if (strip !== undefined)
      announce(readOut(strip, { time, thread: model.cursor.thread, view: model.view, isBrief: false }, text).join(". "));
    plot.show(model.shown);
  }

  function moveEdge({ span: index, at }: Edge, steps: number): void {
    const { from, to } = model.view;
    selection.moveEdge(model.spans, index, at, (steps * (to - from)) / 200, model.length);
  }

  function escape(): boolean {
    if (!root.contains(document.activeElement)) return false;
    if (key.close() || gestures.cancel()) return true;
    if (model.spans.length > 0) selection.commit([]);
    else if (model.zoom !== undefined) look(() => model.look({ from: 0, to: model.length }));
    else return false;
    return true;
  }

  root.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !event.defaultPrevented && escape()) return event.preventDefault();
    if (event.target !== plot.element) return;
    const act = keyAction(event, {
      moveCursor,
      selectWith(steps) {
        const anchor = model.place;
        moveCursor(steps);
        selection.extend(anchor, model.place);
      },
      cursorTo(end) {
        model.cursor = { time: end === "start" ? model.view.from : model.view.to };
        moveCursor(0);
      },
      pan: (views) => look(() => model.pan(model.view, views * (model.view.to - model.view.from))),
      zoom: (factor) => look(() => model.zoomAt(model.place, factor)),
      showWhole: () => look(() => model.look({ from: 0, to: model.length })),
      step,
      goToBlock: () => model.currentBlock && goTo(model.currentBlock),
      selectBlock: () => model.currentBlock && selectBlock(model.currentBlock),
    });
    if (act === undefined) return;
    event.preventDefault();
    act();
  });

  adoptStyle();
  update();

  return {
    show(run) {
      if (run.layout !== undefined) layout.restore(run.layout);
      if (run.key !== runKey) {
        runKey = run.key;
        feed.forget();
        model.reset(run.zoom);
      } else feed.renew();
      model.isLive = run.isLive;
      notice = runKey === null ? text.noRun : "";
      if (!gestures.isDragging()) selection.set(run.spans);
      want();
      update();
    },
    setSpans(spans) {
      if (!gestures.isDragging()) selection.set(spans);
    },
    zoomTo(span) {
      if (gestures.isDragging()) return;
      model.zoomTo(span);
      want();
      update();
    },
    reveal(span) {
      model.mark = span;
      model.block = model.blockOf(span);
      if (model.block !== undefined) announce(`${model.wordsOf(model.block)}. ${text.span(span)}`);
      look(() => model.reveal(span));
      update();
    },
    escape,
  };
}
