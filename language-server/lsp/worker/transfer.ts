/**
 * Bytes in a message between threads, alone or as a property of it: they are handed over instead of copied, since a copy of a large run's
 * digest would block the server. Bytes that share their buffer with others stay.
 */
export function bytesToTransfer(content: unknown): ArrayBuffer[] {
  const values = content instanceof Uint8Array ? [content] : typeof content === "object" && content !== null ? Object.values(content) : [];
  return values.flatMap((value: unknown) =>
    value instanceof Uint8Array && value.buffer instanceof ArrayBuffer && value.byteLength === value.buffer.byteLength
      ? [value.buffer]
      : [],
  );
}
