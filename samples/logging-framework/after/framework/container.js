"use strict";

/** Builds each service once, when it is first asked for. */
class Container {
  constructor() {
    this.factories = new Map();
    this.instances = new Map();
  }

  register(name, factory) {
    this.factories.set(name, factory);
    return this;
  }

  get(name) {
    if (!this.instances.has(name)) {
      if (!this.factories.has(name)) throw new Error(`no service ${name}`);
      this.instances.set(name, this.factories.get(name)(this));
    }
    return this.instances.get(name);
  }
}

module.exports = { Container };
