"use strict";

/** Reuses the context objects of finished requests. */
class ContextPool {
  constructor() {
    this.free = new Map();
    this.created = 0;
  }

  take() {
    for (const [key, context] of this.free) {
      this.free.delete(key);
      return context;
    }
    return reset({ slot: `slot-${++this.created}` });
  }

  giveBack(context) {
    this.free.set(context.slot, reset(context));
  }
}

function reset(context) {
  context.id = "";
  context.request = undefined;
  context.url = undefined;
  context.container = undefined;
  context.params = undefined;
  context.status = 200;
  context.headers = {};
  context.body = undefined;
  return context;
}

module.exports = { ContextPool };
