/** Units are part of the type's name; the aliases document, they do not convert. */
export type Microseconds = number;
export type Milliseconds = number;
export type Seconds = number;
export type Bytes = number;
/** A number of samples; if samples have weights, their sum, where the mean sample is 1. */
export type Ticks = number;
/** Ticks of many rows; integers if every sample is worth one. */
export type TickColumn = Int32Array | Float64Array;
/** A fraction of a whole, 0 to 1. */
export type Share = number;
/** 1-based; 0 means unknown. */
export type Line = number;
/** 0-based, in UTF-16 code units; -1 means unknown. */
export type Column = number;
