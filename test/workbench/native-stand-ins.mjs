/**
 * JavaScript replacements for native modules that have no prebuilt binary and would need a compiler. They contain only what
 * VS Code's server calls. Names are assigned literally (`exports.name =`), so that ES modules can import them.
 */

/** Writes the log files of the server and the extension host; the real one does so on a thread. */
export const spdlog = `
const fs = require("node:fs");
const path = require("node:path");
const names = ["trace", "debug", "info", "warning", "error", "critical"];

class Logger {
  constructor(type, name, file) {
    this.file = file;
    this.level = 2;
    this.plain = false;
    fs.mkdirSync(path.dirname(file), { recursive: true });
  }
  write(level, message) {
    if (level < this.level) return;
    const time = new Date().toISOString().replace("T", " ").replace("Z", "");
    fs.appendFileSync(this.file, this.plain ? message : time + " [" + names[level] + "] " + message + "\\n");
  }
  trace(message) { this.write(0, message); }
  debug(message) { this.write(1, message); }
  info(message) { this.write(2, message); }
  warn(message) { this.write(3, message); }
  error(message) { this.write(4, message); }
  critical(message) { this.write(5, message); }
  getLevel() { return this.level; }
  setLevel(level) { this.level = level; }
  setPattern() {}
  clearFormatters() { this.plain = true; }
  flush() {}
  drop() {}
}

exports.version = 1;
exports.Logger = Logger;
exports.setLevel = function () {};
exports.setFlushOn = function () {};
exports.createRotatingLogger = async (name, file) => new Logger("rotating", name, file);
exports.createAsyncRotatingLogger = async (name, file) => new Logger("rotating_async", name, file);
`;

/** Ends the extension host when its parent has exited. */
export const watchdog = `
exports.start = function (pid) {
  setInterval(() => {
    try {
      process.kill(pid, 0);
    } catch {
      process.exit(87);
    }
  }, 1000).unref();
};
exports.exit = function (code) { process.exit(code || 0); };
`;

/** Hashes passwords, which a server started with \`--auth none\` never has. */
export const argon2 = `
const refuse = async () => { throw new Error("this code-server is for tests and knows no passwords"); };
exports.hash = refuse;
exports.verify = refuse;
`;
