import { expect, test } from "vitest";
import { contradictedOption } from "../../../language-server/recording/in-app/command-lines.ts";

const ours = [
  "--prof",
  "--log-source-position",
  "--prof-sampling-interval=1000",
  "--logfile-per-isolate",
  "--no-sparkplug",
  "--logfile=/s/%p.log",
];

test.each([
  ["--no-logfile-per-isolate"],
  ["--no_logfile_per_isolate"],
  ["--nologfile-per-isolate"],
  ["--logfile-per-isolate=false"],
  ["--logfile=mine.log"],
  ["--logfile"],
  ["--no-prof"],
  ["--noprof"],
  ["--no-log-source-position"],
  ["--sparkplug"],
  ["--always-sparkplug"],
])("%s contradicts the recorder's options", (option) => {
  expect(contradictedOption(ours, ["--no-warnings", option, "--enable-source-maps"])).toBe(option);
  expect(contradictedOption(ours, [...ours, option])).toBe(option);
});

test.each([
  ["--prof"],
  ["--no-sparkplug"],
  ["--logfile-per-isolate"],
  ["--prof-sampling-interval=100"],
  ["--profile-deserialization"],
  ["--no-lazy"],
  ["--notify-x"],
  ["--inspect"],
  ["app.js"],
])("%s does not", (option) => {
  expect(contradictedOption(ours, [option, ...ours, option])).toBeUndefined();
});

test("the last one of several counts", () => {
  expect(contradictedOption(ours, [...ours, "--no-prof", "--prof"])).toBeUndefined();
  expect(contradictedOption(ours, ["--no-prof", ...ours])).toBeUndefined();
});
