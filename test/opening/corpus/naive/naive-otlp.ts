import type { NaiveStack } from "./naive-stacks.ts";

/** OTLP's JSON as the collector's library writes it: each index is a place in a table of the dictionary, numbers of 64 bits are texts. */
export interface OtlpJson {
  readonly resourceProfiles: readonly { readonly scopeProfiles: readonly { readonly profiles: readonly OtlpProfile[] }[] }[];
  readonly dictionary: {
    readonly stringTable: readonly string[];
    readonly functionTable: readonly { readonly nameStrindex?: number }[];
    readonly locationTable: readonly { readonly lines?: readonly { readonly functionIndex?: number }[] }[];
    readonly stackTable: readonly { readonly locationIndices?: readonly number[] }[];
  };
}

interface OtlpProfile {
  readonly samples: readonly {
    readonly stackIndex: number;
    readonly values?: readonly string[];
    readonly timestampsUnixNano?: readonly string[];
  }[];
}

/** A sample without values is one for each of its times. */
export function naiveOtlp({ resourceProfiles, dictionary }: OtlpJson): readonly NaiveStack[] {
  const profiles = resourceProfiles.flatMap(({ scopeProfiles }) => scopeProfiles.flatMap((scope) => scope.profiles));
  return profiles.flatMap(({ samples }) =>
    samples.map(({ stackIndex, values = [], timestampsUnixNano = [] }) => ({
      frames: (dictionary.stackTable[stackIndex]?.locationIndices ?? [])
        .flatMap((location) => dictionary.locationTable[location]?.lines ?? [])
        .map(({ functionIndex = 0 }) => dictionary.stringTable[dictionary.functionTable[functionIndex]?.nameStrindex ?? 0] ?? "")
        .toReversed(),
      worth: values.length === 0 ? timestampsUnixNano.length : values.reduce((sum, value) => sum + Number(value), 0),
    })),
  );
}
