/** Node's arguments for a log that has the positions of the code. */
export const tickLogFlags = ["--prof", "--log-source-position", "--no-sparkplug", "--no-short-builtin-calls", "--no-logfile-per-isolate"];

/** Its time goes into comparing texts, in line 7 and what that calls. */
export const program = `function compare(a, b) {
  return a === b;
}
function search(list, wanted) {
  let found = 0;
  for (const text of list) {
    if (compare(text, wanted)) found++;
  }
  return found;
}
function main() {
  const list = Array.from({ length: 4000 }, (_, index) => "some rather long text that differs at its end " + index);
  let found = 0;
  const end = process.cpuUsage().user + 700_000;
  for (let round = 0; round % 500 !== 0 || process.cpuUsage().user < end; round++) found += search(list, "some rather long text that differs at its end " + (round % 100));
  return found;
}
console.log(main());
`;
