import { noParams, request } from "./message.ts";

/** A fact about a run, in words: its name, its value, and an explanation for newcomers. */
export interface RunDetail {
  readonly label: string;
  readonly value: string;
  readonly about: string;
}

export interface RunDetails {
  readonly title: string;
  readonly groups: readonly { readonly title: string; readonly details: readonly RunDetail[] }[];
}

/** How the shown run was measured and how reliable its figures are, in the client's language; null if no run is shown. */
export const runDetails = request<RunDetails | null>()("heatline/runDetails", noParams);
