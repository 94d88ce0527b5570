"use strict";

/** Writes entries with the name of the module that logged them. */
class Logger {
  constructor(log, source) {
    this.log = log;
    this.source = source;
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
    return this.source;
  }
}

module.exports = { Logger };
