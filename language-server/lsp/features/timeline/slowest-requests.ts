import type { SlowestAnswer } from "../../../answers/timeline/slowest-requests.ts";
import type { Location } from "../../../protocol/place.ts";
import { type SlowestRequests, slowestRequests, type SlowMoment, type SlowRequest } from "../../../protocol/timeline.ts";
import type { NamePlace } from "../../../reports/requests/slowest-headline.ts";
import {
  blockedNote,
  momentWords,
  slowestVerdict,
  slowRowDetail,
  slowRowNotes,
  unsentNote,
} from "../../../reports/requests/slowest-words.ts";
import { newest, respond } from "../../respond.ts";
import { functionLabel } from "../../runs/function-reference.ts";
import type { OpenRun } from "../../runs/open-run.ts";
import { placeLabel } from "../../runs/place-label.ts";
import { reportWordsIn } from "../../words/group-text.ts";
import type { Workspace } from "../../workspace.ts";

/** Answers requests for the slowest requests of the shown run, and what stands out in them. */
export function slowestRequestsFeature(workspace: Workspace): Disposable {
  return respond(
    workspace,
    slowestRequests,
    newest(async (_none, signal): Promise<SlowestRequests> => {
      const run = workspace.requireShown();
      const found = run.live ? null : await run.request("slowest", {}, signal);
      if (found === null) return { rows: [], verdict: [], location: null, rate: null };
      return wordedTail(found, await locatedPlaces(found, run, signal), workspace);
    }),
  );
}

type Place = Parameters<NamePlace>[0];
/** Where a place is in the current sources. */
type Located = (place: Place) => Location | undefined;

async function locatedPlaces(found: SlowestAnswer, run: OpenRun, signal: AbortSignal): Promise<Located> {
  const { lines, rows, cause } = found;
  const all = [...lines, ...rows.flatMap(({ blocked }) => blocked ?? []), ...(cause.code === "block" ? [cause.place] : [])];
  const places = [...new Map(all.map((place) => [keyOf(place), place])).values()];
  const locations = await run.locate(places, signal);
  const byKey = new Map(places.map((place, index) => [keyOf(place), locations[index]]));
  return (place) => byKey.get(keyOf(place));
}

function keyOf({ path, line }: Place): string {
  return `${line} ${path}`;
}

function wordedTail(found: SlowestAnswer, located: Located, { locale, textOf }: Workspace): SlowestRequests {
  const words = reportWordsIn(locale);
  const placeOf: NamePlace = (place) => `${placeLabel(place, located(place)?.range.start.line)} ${functionLabel(place, textOf)}`;
  // The rate comes last.
  const [verdict, all] = [{ ...found, rate: undefined }, found].map((each) => slowestVerdict(each, words, placeOf)) as [string[], string[]];
  const worded = (row: SlowestAnswer["rows"][number]): SlowRequest => {
    const [how, ...notes] = slowRowNotes(row, words);
    const ran = row.line === undefined ? undefined : found.lines[row.line];
    const blocked = row.blocked && { place: row.blocked, label: blockedNote(row.blocked, words, placeOf) };
    const named = ran && { place: ran, label: placeOf(ran) };
    // Of one and the same line the fact says more.
    const isSame = named !== undefined && blocked !== undefined && keyOf(named.place) === keyOf(blocked.place);
    const guilty = isSame ? blocked : (named ?? blocked);
    return {
      request: row.request,
      from: row.from,
      to: row.to,
      text: `${words.duration((row.to - row.from) / 1000)} · ${how}`,
      notes: [...notes, ...(blocked === undefined || guilty === blocked ? [] : [blocked.label])],
      detail: slowRowDetail(row, found.lines, words, placeOf),
      guilty: guilty === undefined ? null : { label: guilty.label, location: located(guilty.place) ?? null },
    };
  };
  const cause = found.cause.code === "line" ? found.lines[0] : found.cause.code === "block" ? found.cause.place : undefined;
  return {
    rows: found.moments.flatMap((moment): SlowMoment[] => {
      const requests = moment.rows.flatMap((row) => found.rows[row] ?? []).map(worded);
      const [slowest] = requests;
      if (slowest === undefined) return [];
      const notes = unsentNote(moment, words);
      if (requests.length === 1) return [{ ...slowest, notes: [...slowest.notes, ...notes], requests: [] }];
      const guilty = requests.find((each) => each.guilty !== null)?.guilty ?? null;
      const upTo = words.phrase({ code: "tail.upTo", values: { slowest: slowest.text } });
      return [
        {
          ...slowest,
          from: moment.from,
          to: moment.to,
          text: momentWords(moment, words),
          request: "",
          notes: [upTo, ...notes],
          guilty,
          requests,
        },
      ];
    }),
    verdict,
    location: (cause && located(cause)) ?? null,
    rate: found.rate === undefined ? null : { perSecond: found.rate, reason: all.slice(verdict.length).join(" ") },
  };
}
