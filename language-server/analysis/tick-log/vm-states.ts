/** V8's states of a thread (StateTag, v8/include/v8-unwinder.h). */
export const vmStates = {
  js: 0,
  gc: 1,
  parser: 2,
  bytecodeCompiler: 3,
  compiler: 4,
  external: 6,
  atomicsWait: 7,
  idle: 8,
  logging: 9,
} as const;
