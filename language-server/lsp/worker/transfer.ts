/**
 * Buffers of a message between threads, itself or as a property, to transfer: copying a large run's digest would block the server. Arrays
 * that share their buffer are copied.
 */
export function bytesToTransfer(content: unknown): ArrayBuffer[] {
  const values = content instanceof Uint8Array ? [content] : typeof content === "object" && content !== null ? Object.values(content) : [];
  return values.flatMap((value: unknown) =>
    value instanceof Uint8Array && value.buffer instanceof ArrayBuffer && value.byteLength === value.buffer.byteLength
      ? [value.buffer]
      : [],
  );
}
