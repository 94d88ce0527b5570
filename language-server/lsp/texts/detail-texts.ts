import type { RecorderKind, RunEnd } from "../../history/run.ts";

type Recorders = Readonly<Record<RecorderKind, { readonly name: string; readonly about: string }>>;

/** The texts of a run's details, in every language. Figures come in formatted. */
export interface DetailTexts {
  readonly measured: string;
  readonly threads: string;
  readonly app: string;
  readonly problems: string;
  readonly recorder: string;
  readonly recorders: Recorders;
  readonly fallback: { readonly label: string; readonly about: string };
  readonly live: { readonly label: string; readonly value: string; readonly about: string };
  readonly ticks: { readonly label: string; readonly value: (ticks: string, busy: string) => string; readonly about: string };
  readonly interval: { readonly label: string; readonly about: string };
  readonly window: { readonly label: string; readonly about: string };
  readonly errorBar: { readonly label: string; readonly value: (low: string, high: string) => string; readonly about: string };
  readonly repaired: { readonly label: string; readonly value: (ticks: string, share: string) => string; readonly about: string };
  readonly doubtful: { readonly label: string; readonly about: string };
  readonly inferred: { readonly label: string; readonly value: string; readonly about: string };
  readonly killed: { readonly label: string; readonly value: string; readonly about: string };
  readonly disk: { readonly label: string; readonly about: string };
  readonly selected: { readonly label: string; readonly about: string };
  readonly thread: {
    readonly value: (busy: string, share: string, interval: string) => string;
    readonly repaired: (repaired: string, doubtful: string) => string;
    readonly about: (pid: number) => string;
  };
  readonly command: { readonly label: string; readonly about: string };
  readonly node: { readonly label: string; readonly about: string };
  readonly end: { readonly label: string; readonly about: string; readonly ends: Readonly<Record<RunEnd, string>> };
  readonly cpu: { readonly label: string; readonly about: string };
  readonly loop: { readonly label: string; readonly about: string };
  readonly problemAbout: string;
}
