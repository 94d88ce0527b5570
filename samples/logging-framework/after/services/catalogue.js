"use strict";

const books = [
  [1, "A Wizard of Earthsea", "le-guin", 1968],
  [2, "The Left Hand of Darkness", "le-guin", 1969],
  [3, "The Dispossessed", "le-guin", 1974],
  [4, "Kindred", "butler", 1979],
  [5, "Parable of the Sower", "butler", 1993],
  [6, "Solaris", "lem", 1961],
  [7, "The Cyberiad", "lem", 1965],
  [8, "Roadside Picnic", "strugatsky", 1972],
].map(([id, title, author, year]) => ({ id, title, author, year }));

/** The books of the shop; read only. */
class Catalogue {
  constructor(logger) {
    this.logger = logger;
  }

  byAuthor(author) {
    const found = books.filter((book) => !author || book.author === author);
    this.logger.debug("catalogue search", { author, found: found.length });
    return found;
  }

  byId(id) {
    const book = books.find((candidate) => candidate.id === id);
    this.logger.debug("catalogue lookup", { id, found: book !== undefined });
    return book;
  }
}

module.exports = { Catalogue };
