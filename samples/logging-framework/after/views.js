"use strict";

function bookView(book, cents) {
  return {
    id: book.id,
    title: book.title,
    author: book.author,
    price: `${(cents / 100).toFixed(2)} EUR`,
  };
}

function pageView(items) {
  return { total: items.length, items };
}

module.exports = { bookView, pageView };
