"use strict";

// The framework logs on behalf of others: look far enough down to find them.
Error.stackTraceLimit = 30;

/** Writes entries with the place in the code that logged them. */
class Logger {
  constructor(log) {
    this.log = log;
  }

  debug(message, details) {
    this.write("debug", message, details);
  }

  info(message, details) {
    this.write("info", message, details);
  }

  error(message, details) {
    this.write("error", message, details);
  }

  write(level, message, details) {
    const source = this.sourceOf();
    this.log.append({ at: Date.now(), level, source, message, details });
  }

  sourceOf() {
    const stack = new Error().stack;
    const caller = stack.split("\n", 5)[4];
    return /([\w-]+)\.js:\d+:\d+/.exec(caller)[1];
  }
}

module.exports = { Logger };
