/** How much memory a pprof file needs when decoded. */
export interface PprofSize {
  /** Each becomes an object. */
  readonly messages: number;
  /** In packed lists and single fields. */
  readonly numbers: number;
}

const [varint, fixed64, delimited, fixed32] = [0, 1, 2, 5];

/** Fields of the profile whose messages contain messages or packed numbers: samples and locations (proto/profile.proto). */
const [sampleField, locationField] = [2, 4];

/** Counts without decoding. Stops at broken data, which decoding reports. */
export function pprofSize(bytes: Uint8Array): PprofSize {
  const size = { messages: 0, numbers: 0 };
  countFields(bytes, 0, bytes.length, size, (field, start, end) => {
    size.messages++;
    if (field !== sampleField && field !== locationField) return;
    countFields(bytes, start, end, size, (inner, from, to) => {
      const isMessage = field === locationField || inner > 2;
      if (isMessage) size.messages++;
      else for (let at = from; at < to; at++) if ((bytes[at] as number) < 128) size.numbers++;
    });
  });
  return size;
}

function countFields(
  bytes: Uint8Array,
  start: number,
  end: number,
  size: { numbers: number },
  onDelimited: (field: number, start: number, end: number) => void,
): void {
  let at = start;
  const number = (): number => {
    let value = 0;
    for (let scale = 1; at < end; scale *= 128) {
      const byte = bytes[at++] as number;
      value += (byte & 127) * scale;
      if (byte < 128) return value;
    }
    return Number.NaN;
  };
  while (at < end) {
    const key = number();
    const kind = key % 8;
    if (kind === delimited) {
      const length = number();
      if (!(at + length <= end)) return;
      onDelimited(Math.floor(key / 8), at, at + length);
      at += length;
      continue;
    }
    size.numbers++;
    if (kind === varint) number();
    else if (kind === fixed64) at += 8;
    else if (kind === fixed32) at += 4;
    else return;
  }
}
