"use strict";

/** Keeps the latest entries in memory for /logs, overwriting the oldest. */
class Log {
  constructor(capacity) {
    this.capacity = capacity;
    this.entries = [];
    this.written = 0;
  }

  append(entry) {
    this.entries[this.written % this.capacity] = entry;
    this.written++;
  }

  latest() {
    const oldest = this.written % this.capacity;
    return [...this.entries.slice(oldest), ...this.entries.slice(0, oldest)];
  }
}

module.exports = { Log };
