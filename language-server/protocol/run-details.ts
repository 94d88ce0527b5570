import { noParams, type Request } from "./message.ts";

/** One fact of a run, in words: its name, its value, and what it means to someone who has never heard of it. */
export interface RunDetail {
  readonly label: string;
  readonly value: string;
  readonly about: string;
}

export interface RunDetails {
  readonly title: string;
  readonly groups: readonly { readonly title: string; readonly details: readonly RunDetail[] }[];
}

/** How the shown run was measured and what its figures are worth, in the client's language; null where no run is shown. */
export const runDetails: Request<typeof noParams, RunDetails | null> = { method: "heatline/runDetails", params: noParams };
