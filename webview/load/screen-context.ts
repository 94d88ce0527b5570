import type { LoadProgress } from "../../language-server/analysis/load/load.ts";
import type { FromLoadForm, RequestProposal } from "../messages.ts";
import type { MoreMemory } from "./more-section.ts";
import type { LoadText } from "./text.ts";

/** What is on screen for one phase. */
export interface Screen {
  readonly element: HTMLElement;
  /** The buttons at the foot of the view, the main one first: always in sight. */
  readonly bar: readonly HTMLElement[];
  /** The main button, focused when it can be pressed. */
  readonly primary: HTMLElement | undefined;
  /** Where the request is to be changed. */
  readonly focusPath?: () => void;
  readonly propose?: (proposals: readonly RequestProposal[]) => void;
  progress(progress: LoadProgress): void;
  dispose(): void;
}

/** What every screen is made with. */
export interface Context {
  readonly text: LoadText;
  readonly locale: string;
  readonly post: (message: FromLoadForm) => void;
  readonly more: MoreMemory;
}
