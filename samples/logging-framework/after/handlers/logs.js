"use strict";

/** The latest log entries, newest last. */
function listLogs(context) {
  context.body = context.container.get("log").latest();
}

module.exports = { listLogs };
