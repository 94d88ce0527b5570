/** A program whose line 3 is its hottest: it works in `hot` until it has used that much CPU time, in microseconds. */
export function hotProgram(cpuUs: number): string {
  return `function hot() {
  let text = "";
  for (let i = 0; i < 20000; i++) text += JSON.stringify({ i });
  return text.length;
}
const end = process.cpuUsage().user + ${cpuUs};
while (process.cpuUsage().user < end) hot();
`;
}
