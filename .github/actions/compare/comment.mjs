// Keeps one comment of a pull request up to date. `pull-request`: in the workflow that measured. `workflow-run`: in one that runs after it with a
// token that may comment, for pull requests from forks. What the first left there is a stranger's: it is read as data, and nothing of it is run.
import { lstatSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

const {
  COMMENT_AUTHOR = "github-actions[bot]",
  GITHUB_API_URL,
  GITHUB_EVENT_PATH,
  GITHUB_REPOSITORY,
  GITHUB_TOKEN,
  HEATLINE_FOLDER,
} = process.env;
/** GitHub takes 65,536 characters. */
const mostBytes = 65_000;
/** Of the comments of one pull request. */
const mostPages = 30;
const markers = /^<!-- heatline: [\w. -]{1,60} -->$/;
const event = JSON.parse(readFileSync(GITHUB_EVENT_PATH, "utf8"));

class Refusal extends Error {}

/** A regular file of the folder, not longer than that. */
function read(name, most) {
  const file = path.join(HEATLINE_FOLDER, name);
  const found = lstatSync(file, { throwIfNoEntry: false });
  if (found === undefined || !found.isFile()) throw new Refusal(`There is no file ${name}.`);
  if (found.size > most) throw new Refusal(`${name} is too long: ${found.size} bytes.`);
  return readFileSync(file, "utf8");
}

async function api(method, route, body) {
  const response = await fetch(`${GITHUB_API_URL}/repos/${GITHUB_REPOSITORY}/${route}`, {
    method,
    headers: {
      accept: "application/vnd.github+json",
      authorization: `Bearer ${GITHUB_TOKEN}`,
      "content-type": "application/json",
      "x-github-api-version": "2022-11-28",
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (response.ok) return response.json();
  const error = new Refusal(`GitHub answered ${response.status} to ${method} ${route}.`);
  error.status = response.status;
  throw error;
}

/** The comment that this workflow wrote before: others may have begun theirs with the same line. */
async function ownComment(number, marker) {
  for (let page = 1; page <= mostPages; page++) {
    const comments = await api("GET", `issues/${number}/comments?per_page=100&page=${page}`);
    const own = comments.find(({ user, body }) => user?.login === COMMENT_AUTHOR && (body ?? "").split(/\r?\n/, 1)[0] === marker);
    if (own !== undefined || comments.length < 100) return own;
  }
}

async function keep(number, body) {
  const [marker] = body.split("\n", 1);
  if (!markers.test(marker)) throw new Refusal("comment.md does not begin with a line of Heatline's.");
  const own = await ownComment(number, marker);
  if (own === undefined) await api("POST", `issues/${number}/comments`, { body });
  else await api("PATCH", `issues/comments/${own.id}`, { body });
  console.log(`The comment on #${number} was ${own === undefined ? "written" : "updated"}.`);
}

/** Text by a stranger without mentions, links, images and elements other than those of Heatline's comments, which has none of these anyway. */
function defused(text) {
  const [marker, ...lines] = text.split("\n");
  const rest = lines
    .join("\n")
    .replaceAll("@", "&#64;")
    .replaceAll("://", "&#58;//")
    .replaceAll(/\/(?=\/)/g, "&#47;")
    .replaceAll(/www\./gi, (www) => `${www.slice(0, -1)}&#46;`)
    .replaceAll(/\]([([:])/g, (_all, sign) => `]&#${sign.charCodeAt(0)};`)
    .replaceAll(/(\\*)<(?!\/?(?:code|details|summary)>)/g, (all, escapes) => (escapes.length % 2 === 1 ? all : `${escapes}&lt;`));
  return [marker, rest].join("\n");
}

/** In the workflow of a pull request: from a fork the token may not comment. */
async function onPullRequest() {
  const { pull_request: pull } = event;
  if (pull === undefined) return console.log("This event has no pull request, so there is nothing to comment on.");
  writeFileSync(path.join(HEATLINE_FOLDER, "pull-request.json"), JSON.stringify({ number: pull.number }));
  if (pull.head.repo?.full_name !== pull.base.repo.full_name)
    return console.log("::notice::The pull request is from a fork. The workflow that runs after this one comments.");
  try {
    await keep(pull.number, read("comment.md", mostBytes));
  } catch (error) {
    // Those of a bot that updates dependencies have such a token, too.
    if (error.status !== 403) throw error;
    console.log(
      "::warning::The token may not comment: give the job pull-requests: write, or comment from a workflow that runs after this one.",
    );
  }
}

/** After such a workflow. The number comes from it, so GitHub is asked whether that pull request is at the commit that was measured. */
async function onWorkflowRun() {
  const { workflow_run: run } = event;
  if (run?.event !== "pull_request") return console.log("No pull request was measured.");
  const { number } = JSON.parse(read("pull-request.json", 1000));
  if (!Number.isSafeInteger(number) || number < 1) throw new Refusal("pull-request.json has no number.");
  const { head, state } = await api("GET", `pulls/${number}`);
  if (head?.sha !== run.head_sha || head.repo?.full_name !== run.head_repository?.full_name)
    throw new Refusal(`#${number} is not at the commit that was measured, so nothing is written there.`);
  if (state !== "open") return console.log(`#${number} is closed.`);
  await keep(number, defused(read("comment.md", mostBytes)).slice(0, mostBytes));
}

try {
  await (process.argv[2] === "workflow-run" ? onWorkflowRun() : onPullRequest());
} catch (error) {
  // Of JSON that is none, too. A message may have a stranger's text, so it is on one line, and commands of the runner begin a line.
  console.log(
    `::error::${String(error.message)
      .replaceAll(/[\r\n%]+/g, " ")
      .slice(0, 500)}`,
  );
  process.exitCode = 1;
}
