import type { LoadPlan, LoadProgress, LoadRequest, LoadTool } from "../../language-server/analysis/load/load.ts";
import type { LiveLoop } from "../../language-server/analysis/timeline/live-loop.ts";
import type { HotLineText, RequestProposal } from "./incoming.ts";
import type { FromLoadForm } from "./outgoing.ts";
import type { MoreMemory } from "./more-section.ts";
import type { Translate } from "../texts.ts";

/** What is to be requested instead. */
export interface ChosenRequest extends Pick<LoadRequest, "method" | "path"> {
  /** Of another server; undefined: the plan's. */
  readonly baseUrl?: string;
  /** Undefined: the plan's. */
  readonly tool?: LoadTool;
}

/** The elements of one phase's screen. */
export interface Screen {
  readonly element: HTMLElement;
  /** The buttons at the bottom of the view, the main one first: always visible. */
  readonly bar: readonly HTMLElement[];
  /** The main button, focused when it is enabled. */
  readonly primary: HTMLElement | undefined;
  /** Focuses the request's path. */
  readonly focusPath?: () => void;
  /** Fills in a request and leads to what is left to do: its parameter or the start. */
  readonly choose?: (request: ChosenRequest) => void;
  /** Shows the plan's request of now, unless the user is entering one. */
  readonly follow?: (plan: LoadPlan) => void;
  readonly propose?: (proposals: readonly RequestProposal[]) => void;
  /** Shows the hottest line so far. */
  readonly live?: (hottest: HotLineText) => void;
  /** Shows how the app's busiest event loop does. */
  readonly loop?: (busiest: LiveLoop) => void;
  readonly progress?: (progress: LoadProgress) => void;
  readonly dispose?: () => void;
}

/** Passed to every screen. */
export interface Context {
  readonly t: Translate;
  readonly locale: string;
  readonly post: (message: FromLoadForm) => void;
  readonly more: MoreMemory;
  /** Fills this request into the form as soon as that is shown. */
  readonly choose: (request: ChosenRequest) => void;
}
