/** Whether `npm run test:all` runs: every row of each table and every Node version. */
export const isAll = process.env["HEATLINE_TEST_ALL"] === "1";

/**
 * The first rows of a table of tests, which represent the others; `npm run test:all` gets all of them.
 * @template Row
 * @param {number} few
 * @param {readonly Row[]} rows
 * @returns {readonly Row[]}
 */
export function someOf(few, rows) {
  return isAll ? rows : rows.slice(0, few);
}
