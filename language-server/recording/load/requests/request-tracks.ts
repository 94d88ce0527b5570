import { maskedLabel } from "../../../analysis/masking/masked-load.ts";
import type { RequestTable, RouteWindows, Tracks } from "../../../analysis/timeline/tracks.ts";
import type { Microseconds } from "../../../analysis/units.ts";
import type { LoadRequests } from "./requests-file.ts";

/** No window takes longer to begin, though its app is busy: then its samples are by the clock of another machine, or of a virtual one. */
const longestBegin: Microseconds = 20_000_000;

export interface WindowClock {
  /** Zero of the samples' times by the monotonic clock of the app's machine. */
  readonly zeroUs: Microseconds;
  /** When the window began by that of ours; undefined for what our machine logged itself. */
  readonly beganUs: Microseconds | undefined;
}

function zeroOf(zeroUs: Microseconds, beganUs: Microseconds): Microseconds {
  return Math.abs(beganUs - zeroUs) < longestBegin ? zeroUs : beganUs;
}

/** Windows of a load by routes, since the start of the run's window. */
export function routeTracks(routes: readonly RouteWindows[], { zeroUs, beganUs = zeroUs }: WindowClock): readonly RouteWindows[] {
  const zero = zeroOf(zeroUs, beganUs);
  return routes.map((route) => ({ ...route, spans: route.spans.map(({ from, to }) => ({ from: from - zero, to: to - zero })) }));
}

/** A load's requests as its run keeps them: since the start of the window, with labels that may be kept. */
export function requestTracks(
  { from, to, requests }: LoadRequests,
  { zeroUs, beganUs = zeroUs }: WindowClock,
  keepsSecrets: boolean,
): { readonly requests: RequestTable; readonly load: NonNullable<Tracks["load"]> } {
  const zero = zeroOf(zeroUs, beganUs);
  const labels = keepsSecrets ? requests.labels : requests.labels.map(maskedLabel);
  const since = (times: Float64Array): Float64Array => times.map((time) => time - zero);
  const [due, sent, end] = [since(requests.due), since(requests.sent), since(requests.end)];
  return { requests: { ...requests, due, sent, end, labels }, load: { from: from - zero, to: to - zero } };
}
