import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { Profile } from "../../../language-server/analysis/profile/profile.ts";
import { decodeProfile, encodeProfile } from "../../../language-server/analysis/profile/table-codec.ts";
import { UserError } from "../../../language-server/analysis/user-error.ts";
import { drawnProfile } from "../drawn-profile.ts";

const int = (min: number, max: number): fc.Arbitrary<number> => fc.integer({ min, max });
const largest = 0x7fff_fffe;

const profiles: fc.Arbitrary<Profile> = fc
  .record({
    functions: int(1, 6),
    stacks: int(0, 20),
    samples: int(0, 30),
    seed: fc.infiniteStream(int(0, largest)),
    names: fc.infiniteStream(fc.string({ unit: "binary" })),
  })
  .map(({ functions, stacks, samples, seed, names }) => {
    const next = (): number => seed.next().value ?? 0;
    const name = (): string => names.next().value ?? "";
    const ints = (length: number, value: (index: number) => number): Int32Array => Int32Array.from({ length }, (_, index) => value(index));
    return {
      scripts: { url: [name(), name()], hash: [name(), ""] },
      functions: {
        name: Array.from({ length: functions }, name),
        script: ints(functions, () => (next() % 3) - 1),
        line: ints(functions, next),
        column: ints(functions, () => next() - 1),
        kind: Uint8Array.from(ints(functions, () => next() % 7)),
      },
      stacks: {
        prefix: ints(stacks, (row) => (next() % (row + 1)) - 1),
        func: ints(stacks, () => next() % functions),
        line: ints(stacks, next),
        column: ints(stacks, () => next() - 1),
        certainty: Uint8Array.from(ints(stacks, () => next() % 4)),
      },
      samples: {
        stack: ints(samples, () => (next() % (stacks + 1)) - 1),
        time: Float64Array.from(ints(samples, next))
          .map((value) => value / 7)
          .sort(),
        ...(next() % 2 === 0 ? { tier: Uint8Array.from(ints(samples, () => next() % 5)) } : {}),
        ...(next() % 2 === 0 ? { recorded: ints(samples, () => (next() % (stacks + 1)) - 1) } : {}),
      },
      interval: next() / 3,
      ...(next() % 2 === 0 ? { deopts: [{ script: next() % 2, line: next(), column: next(), reason: name(), count: next() }] } : {}),
    };
  });

test("property: encoded tables are decoded to the same, at any offset of the bytes", () => {
  fc.assert(
    fc.property(profiles, int(0, 9), (profile, shift) => {
      const bytes = encodeProfile(profile);
      const moved = new Uint8Array(bytes.length + shift);
      moved.set(bytes, shift);
      expect(decodeProfile(moved.subarray(shift))).toEqual(profile);
      // A Buffer's `slice` shares memory.
      expect(decodeProfile(Buffer.from(moved.buffer, shift))).toEqual(profile);
    }),
  );
});

test("property: damaged bytes give a UserError or a valid profile, never another error", () => {
  fc.assert(
    fc.property(
      profiles,
      fc.array(fc.tuple(fc.nat(), int(0, 255)), { minLength: 1, maxLength: 5 }),
      fc.option(fc.nat()),
      (profile, changes, cut) => {
        let bytes = encodeProfile(profile);
        for (const [at, value] of changes) bytes[at % bytes.length] = value;
        if (cut !== null) bytes = bytes.subarray(0, cut % bytes.length);
        const decoded = decodedOrRefused(bytes);
        if (decoded === "refused") return;
        for (const row of [...decoded.samples.stack, ...(decoded.samples.recorded ?? [])]) {
          for (let at = row; at !== -1; at = decoded.stacks.prefix[at] as number) {
            expect(decoded.functions.name[decoded.stacks.func[at] as number]).toBeTypeOf("string");
          }
        }
      },
    ),
    { numRuns: 300 },
  );
});

function decodedOrRefused(bytes: Uint8Array): Profile | "refused" {
  try {
    return decodeProfile(bytes);
  } catch (error) {
    if (error instanceof UserError) return "refused";
    throw error;
  }
}

test("a deoptimisation in a script that does not exist is refused", () => {
  const deopt = { script: 7, line: 1, column: 0, reason: "wrong map", count: 1 };
  expect(() => decodeProfile(encodeProfile({ ...drawnProfile("f@app.js:1"), deopts: [deopt] }))).toThrow(/deoptimisations/);
});

test("a run written by the first version can still be read", () => {
  const profile = drawnProfile("f@app.js:1");
  const bytes = encodeProfile(profile);
  bytes[4] = 1;
  expect(decodeProfile(bytes)).toEqual(profile);
});

test("for a file of another version or kind the error says so", () => {
  const bytes = encodeProfile(drawnProfile("f@app.js:1"));
  expect(() => decodeProfile(new Uint8Array(100))).toThrow(/not a file of samples/);
  expect(() => decodeProfile(bytes.subarray(0, bytes.length - 8))).toThrow(/cut short/);
  bytes[4] = 99;
  expect(() => decodeProfile(bytes)).toThrow(/another version/);
});
