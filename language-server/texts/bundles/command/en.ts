/**
 * What only the `heatline` command says: its help, its notes and its tables. As in `../en.ts`, but a help may have any number of lines. A
 * text under a code of `../en.ts` takes the place of that one, which names a launch configuration.
 */
export const commandEnglish = {
  "app.brokenNode": "{file} cannot be run.\nName the path of a working Node.js after --, or put it first in PATH.",
  "app.noInspector":
    "Node.js {version} ({file}) was built without its inspector, so it cannot be recorded.\nName the path of a Node.js from nodejs.org after --, or put it first in PATH.",
  "app.noProgram": "The program {file} does not exist.\nCorrect the path after --, or build the app first.",
  "app.nodeNotFound": "{runtime} was not found in PATH.\nInstall Node.js, or name its path after --.",
  "app.notStarted": "{file} could not be started: {reason}.\nCheck the command after --.",
  "app.nothingRecordedOrKilled":
    "Nothing was recorded: the app ended before a sample was taken, or was killed and the inspector's samples with it.\nStart it again and end it with Ctrl+C, or use the exact recorder, which loses nothing.",
  "app.oldNode":
    "Node.js {version} ({file}) is too old: Heatline needs version {oldest} or later.\nInstall a newer Node.js, or name the path of one after --.",
  "app.runtimeNotFound": "{runtime} was not found in PATH.\nInstall it, or correct the command after --.",
  "app.unsafeArgument":
    "{runtime} starts its script by cmd.exe, which would change, drop or run a part of this: {argument}.\nChange it, or name the script's program itself after --.",
  "attach.noAnswer":
    "No inspector answers at {address}.\nStart the app with “node --inspect”, or run “heatline attach” without an address to see how to reach one elsewhere.",
  "command.advice": "Advice",
  "command.agentSetup.about": "lets a coding agent use Heatline: adds it to the agent's configuration",
  "command.agentSetup.added": "Heatline was added to {file}. Restart {client}, and allow the server if it asks.",
  "command.agentSetup.badClient": "There is no client “{value}”. Clients: {clients}.",
  "command.agentSetup.byHand":
    "{name} cannot be changed safely, because of the way that {file} is written. Nothing was changed.\nChange it there by hand.",
  "command.agentSetup.changed": "{file} was changed by another program in the meantime, so nothing was written.\nRun the command again.",
  "command.agentSetup.declined": "Nothing was changed.",
  "command.agentSetup.help": `Usage: heatline agent-setup [CLIENT] [options]

Adds Heatline's MCP server to the configuration of a coding agent, so that the agent can measure, read the hot lines and
compare. It shows what would change, asks, and leaves everything else in the file as it is.

CLIENT   claude (default)  .mcp.json in the project, for Claude Code and others that read it
         vscode            .vscode/mcp.json in the project
         cursor            .cursor/mcp.json in the project
         gemini            .gemini/settings.json in the project
         codex             config.toml in ~/.codex (or CODEX_HOME), for all projects: the server works in the folder that
                           Codex was started in, unless --root is given

  --remove     take Heatline out again
  --root DIR   the project (default: the current folder)
  -y, --yes    do not ask; needed without a terminal
  -h, --help

Exit codes: 0 written or nothing to do, 1 not written, 2 wrong usage.`,
  "command.agentSetup.linked":
    "{file} is a symbolic link. Nothing was changed.\nMake the change in the file that it leads to, or replace the link by that file.",
  "command.agentSetup.linkedFolder":
    "{folder} is a symbolic link, so {file} is not in the project itself. Nothing was changed.\nMake the change there by hand.",
  "command.agentSetup.needsYes": "Nothing was written, because nobody can be asked without a terminal. To write it, add --yes.",
  "command.agentSetup.noFolder": "{folder} is not a folder.\nName the project's folder with --root.",
  "command.agentSetup.noHome": "Your home folder is not known, so the configuration of Codex cannot be found.\nSet HOME or CODEX_HOME.",
  "command.agentSetup.notObject": "{name} in {file} is not an object. Nothing was changed.\nCorrect the file and try again.",
  "command.agentSetup.notOurs":
    "{file} has an entry named heatline that does not start Heatline. Nothing was changed.\nIf nothing needs the entry, remove it there by hand.",
  "command.agentSetup.notText": "{file} is not valid UTF-8. Nothing was changed.\nSave it as UTF-8 and try again.",
  "command.agentSetup.notThere": "{file} has no entry named heatline. Nothing was changed.",
  "command.agentSetup.oddFile": "{file} is not a regular file of at most {megabytes} MB. Nothing was changed.",
  "command.agentSetup.otherThere": "{file} already has an entry named heatline that starts something else. It is replaced as shown.",
  "command.agentSetup.otherUser": "{file} belongs to another user. Nothing was changed.\nAsk that user to make the change.",
  "command.agentSetup.question": "Write this to {file}? [y/N]",
  "command.agentSetup.removed": "Heatline was removed from {file}.",
  "command.agentSetup.sameThere": "{file} already has this entry. Nothing was changed.",
  "command.agentSetup.syntax": "{file} has a syntax error on line {line}. Nothing was changed.\nFix it and try again.",
  "command.agentSetup.twoClients": "Name only one client: “{value}” is a second.",
  "command.agentSetup.unusable": "{file} cannot be changed: {reason}.",
  "command.agentSetup.variable":
    "{client} would replace a part of this path by the value of a variable: {text}. Nothing was written.\nRename the folder, or write the entry by hand.",
  "command.attach.about": "records a running app through its inspector, also in a container or on another machine",
  "command.attach.badAddress": "“{value}” is not the address of an inspector, such as 127.0.0.1:9229.",
  "command.attach.declined": "Nothing was attached to.",
  "command.attach.help": `Usage: heatline attach HOST:PORT [options]

Records a running Node.js app through its inspector, until its load is over or until Ctrl+C, and keeps the run as heatline record does.
The app runs on, and nothing of Heatline is left in it. HOST:PORT is where its inspector listens, such as 127.0.0.1:9229. Without it,
heatline attach says how to reach an app in a container, in a cluster or on another machine.

  --out DIR          where the run's folder goes (default: {folder})
  --load URL         send requests to http://host:port/path, or to /path on the app's own port; may be repeated
  --method, --header, --body, --setup, --setup-body, --setup-per-connection, --cookies, --connections, --warmup, --rate, --tool, --port
                     of the load, as for heatline record
  --duration S       seconds of load (default 10); without --load, the maximum time to record
  --path-mapping REMOTE=LOCAL
                     the app's folder where it runs, and that folder here, such as /usr/src/app=. ; may be given several times
  --interval US      microseconds between two samples (default 1000)
  --keep-secrets     keep passwords, tokens and the like in the run's requests (default: replaced by ***)
  -y, --yes          do not ask before attaching to another machine; needed without a terminal
  -h, --help

Exit codes: 0 a run was written; 1 the app could not be attached to, or nothing was recorded; 2 wrong usage; {failedLoad} no request of the load
succeeded (the run is written).`,
  "command.attach.how": `heatline attach HOST:PORT records a running Node.js app through its inspector. Bring the inspector's port to this machine:

Docker      docker run -p 127.0.0.1:9229:9229 IMAGE node --inspect=0.0.0.0:9229 app.js
Kubernetes  kubectl port-forward pod/POD 9229
SSH         ssh -N -L 9229:127.0.0.1:9229 HOST

Then run    heatline attach 127.0.0.1:9229 --path-mapping /usr/src/app=.

In the pod and on the host the app runs with node --inspect, or opens its inspector when it gets a signal: kubectl exec POD -- kill -USR1 1,
ssh HOST kill -USR1 PID. To send a load, bring the app's own port here, too, and name it: --load http://127.0.0.1:3000/path.

Whoever reaches an inspector can run code in the app. Publish it on 127.0.0.1 alone, as above, and restart the app without --inspect when
you have finished.`,
  "command.attach.needsYes": "{host} is not this machine, and nobody can be asked without a terminal. To attach to it, add --yes.",
  "command.attach.oneAddress": "Name only one address: “{value}” is a second.",
  "command.attach.question":
    "{host} is not this machine. The app runs a little slower while it is recorded, and Heatline reads its sources. Attach to it? [y/N]",
  "command.attached": "Recording the app at {address}. Ctrl+C ends the recording; the app keeps running.",
  "command.badFilter": "--{name} accepts {kinds}, not “{value}”.",
  "command.badCompareFormat": "--format must be text, markdown or json, not “{value}”.",
  "command.badFormat": "--format must be one of {formats}, not “{value}”.",
  "command.badHeader": '--header must look like "Name: value"; it is “{value}”.',
  "command.badPass": "--passes accepts {passes}, not “{value}”.",
  "command.badRequestPath": "--request {value} is not a path such as /report.",
  "command.busyTime.start": "Busy time per start {before} → {after}, {change}",
  "command.byHttp2": "{server} answers only HTTP/2, so h2load sends the load.",
  "command.imports.more": "and {shown} others; --top shows more",
  "command.imports.more#one": "and {shown} other; --top shows more",
  "command.imports.unsampled": "and {shown} modules without samples; --imports NAME says why one is loaded",
  "command.imports.unsampled#one": "and {shown} module without samples; --imports NAME says why it is loaded",
  "command.imports.noModule":
    "No sample was taken while a module “{name}” was loaded. Name a package, the end of a file's path, or what an import statement says.",
  "command.imports.noSamples":
    "No import of “{name}” has samples: it is part of a bundle, or no sample was taken while it was loaded. What its lines cost is in the report without --imports.",
  "command.cpuTime.start": "CPU of all threads per start {before} → {after}",
  "command.fromStartWithLoad": "--from-start records without a load: leave out --load.",
  "command.grew.start": "busy time per start grew by {growth} %; --fail-above allows {limit} %.",
  "command.grewFromZero.start": "busy time per start grew from zero; --fail-above allows {limit} %.",
  "command.listeningGoesOn": "The app listens on port {port}, and its recording goes on. Ctrl+C ends it.",
  "command.noHeaderFile": "The file of --header, {file}, cannot be read: {reason}.",
  "command.oddHeaderFile": "{file}, the file of --header, must be a file of at most {kilobytes} KB with one “Name: value” per line.",
  "command.badLoad": "--load must be a URL such as http://127.0.0.1:3000/, or a /path; it is “{value}”.",
  "command.badMapping": "--path-mapping must look like /usr/src/app=. (the folder there and the one here), not “{value}”.",
  "command.badPer": "--per must be request or second, not “{value}”.",
  "command.badRecorder": "--recorder must be exact or inspector, not “{value}”.",
  "command.badSetup": "--setup must look like “POST /login” or be a cURL command line, and --setup-body comes after its --setup.",
  "command.badCookies": "--cookies must be setup, answers or none, not “{value}”.",
  "command.noSetupFile": "The file of --setup or --setup-body, {file}, cannot be read: {reason}.",
  "command.oddSetupFile": "{file}, the file of --setup or --setup-body, must be a file of at most {kilobytes} KB.",
  "command.pass": "pass {pass} of {of}: {kind}",
  "command.passBegun": "Pass {pass} of {of}: {kind}, {seconds} s left.",
  "command.passKind.allocations": "allocations",
  "command.passKind.counts": "counts",
  "command.passKind.routes": "routes",
  "command.passKind.waits": "waits",
  "command.passLeft": "pass {pass} of {of}: {kind} · {seconds} s left",
  "command.passStarting": "pass {pass} of {of}: {kind} · starting the app",
  "command.passWaiting":
    "No port after {seconds} s in this pass, though the app had one in the run. Look at its output. Ctrl+C ends the pass and keeps the run.",
  "command.passWritten.allocations": "Allocations measured: {rate}{inRun}.",
  "command.passWritten.counts": "Counts measured: {rate}{inRun}.",
  "command.passWritten.routes": "Routes measured: all of them together {rate}{inRun}.",
  "command.passWritten.waits": "Waits measured: {rate}{inRun}.",
  "command.passesEnding": "Dropping the pass under way and ending the app…",
  "command.passesLeftOut": "No pass was measured, as the load of the run did not come to a good end.",
  "command.passesWithoutLoad": "--passes sends the load again: give --load, too.",
  "command.perUnit.start": "Busy time per start: own code with what is attributed to it, other code by itself.",
  "command.recordingStarts":
    "Starting the app again and again, each time until it listens or ends. Output is shown of the first start alone. Ctrl+C keeps the starts so far.",
  "command.requestWithoutSavings": "--request is sent to measure --savings: give that option, too.",
  "command.savings.ending": "Ending the app. The run is kept without measured gains.",
  "command.savings.how":
    "heatline record --startup --savings -- COMMAND measures what loading on first use and NODE_COMPILE_CACHE would save.",
  "command.savings.interrupted": "What could be saved was not measured: you ended it before. Run the same command again to measure it.",
  "command.savings.measuring": "Starting the app without the profiler to measure what could be saved. Ctrl+C keeps the run without that.",
  "command.savings.progress": "{starts} starts without the profiler, {rounds} in each way",
  "command.savingsWithoutStartup": "{option} belongs to --startup: give that option, too.",
  "command.setupOption":
    'A load cannot do what {options} of the cURL command asks for. Leave it out, or write --setup "POST /login" --setup-body TEXT.',
  "command.badSpan": "--from must be less than --to: {from} is not less than {to}.",
  "command.badTool": "--tool must be one of {tools}, not “{value}”.",
  "command.bench.badNode": "--node must be a version such as 22 or 22.11, or the path of a Node.js that runs; it is “{value}”.",
  "command.bench.failed.build":
    "{side} was not built: {command} ended with {code}.\nFix the build, or give another one with --build, or leave it out with --no-build.",
  "command.bench.failed.checkout": "{side} could not be checked out.\nSee what Git says.",
  "command.bench.failed.install":
    "The packages of {side} were not installed: {command} ended with {code}.\nFix that, or give another command with --install.",
  "command.bench.failed.submodules":
    "A submodule of {side} could not be checked out.\nRun “git submodule update --init” in your folder first: what is there needs no network.",
  "command.bench.sameCommit":
    "{base} and {head} are the same commit ({commit}), and nothing is uncommitted: there is nothing to compare.\nName another version with --base or --head, or two versions of Node.js with --node.",
  "command.bench.noBase": "There is no commit before the first one to compare with.\nName one with --base.",
  "command.bench.noFolder":
    "{side} has no folder {folder}, in which the app is to run.\nChoose another version, or another folder with --cwd.",
  "command.bench.noGit": "Git was not found in PATH, and the two versions come from it.\nInstall Git.",
  "command.bench.noManager":
    "{program}, which installs the packages of {side} or builds it, was not found in PATH.\nInstall it, or give another command with --install and --build.",
  "command.bench.noNode":
    "There is no Node.js {version} in PATH or in a version manager, and npm could not install it.\nInstall it, or give its path with --node.",
  "command.bench.noRef": "There is no commit named “{ref}” in this repository.\nCorrect the name, or fetch it first.",
  "command.bench.noRefInShallow":
    "There is no commit named “{ref}” in this repository, which is a shallow clone.\nFetch it first: git fetch --depth=1 origin {ref}; in GitHub Actions set fetch-depth: 0.",
  "command.bench.noRepository":
    "{folder} is not in the working tree of a Git repository, from which the two versions come.\nRun the command there, or name the folder with --cwd.",
  "command.bench.about": "compares two versions, or two Node.js versions: recorded in turns and judged together",
  "command.bench.alone": "{option} cannot be combined with {other}.",
  "command.bench.base": "Base: {name} ({commit})",
  "command.bench.ending": "Ending what runs and removing the checkouts… Press Ctrl+C again to stop at once.",
  "command.bench.head": "Head: {name} ({commit})",
  "command.bench.changed": "{commit}, changed files: {files}",
  "command.bench.help": `Usage: heatline bench [options] -- npm start
       heatline bench --node 22 --node 26 [options] -- npm start

Compares two versions of an app. Both are checked out of Git side by side, installed, built and recorded in turns on this
machine, which makes a difference of a few per cent visible, and are removed at the end. Your folder and your repository stay as they are.

  --base REF         the version before: a branch, tag or commit (default: where the head left the default branch; on that branch the commit
                     before, or the last one if something is not committed)
  --head REF         the version after (default: your folder as it is, with what is not committed but without ignored files)
  --node VERSION     what runs both: a version, found in PATH, in a version manager or else installed from npm, or a path;
                     given twice, the two are compared on the same code, the first is the base

What is recorded, in each round once of each version:
  --load /PATH       a server under load, on the port that it finds in PORT; may be repeated. --method, --header, --body, --setup,
                     --setup-body, --setup-per-connection, --cookies, --connections, --duration, --warmup, --rate and --tool are
                     those of heatline record
  --port PORT        where it listens, if it does not look at PORT
  --startup          the start of a server or program; --starts N in each round (default {starts})
  --test             a run of a test command, which may open servers
                     without these: a run of a program that ends by itself; with --duration S, a part of it
  --rounds N         {fewest} to {most} (default {rounds}); with fewer than 6 only large changes are certain;
                     before them each version is recorded once as a warm-up, which does not count

How it is made:
  --install CMD, --no-install    in place of the install of the lock file's package manager (npm, pnpm, yarn, bun)
  --build CMD, --no-build        in place of the build script
  --cwd DIR          the app's folder; the same folder is used in both versions

What comes of it:
  --budgets FILE     what may grow by how much, such as
                     { "app": "5 %", "lib/price.js#scorePrice": "2 ms", "lib/price.js#total": "10 %" },
                     where #total is all code of a file, and #total() a function of that name; paths are relative to FILE
                     (default: heatline.budgets.json in the app's folder; without it the app may not grow)
  --json, --markdown, --format text|markdown|json    what is printed
  --sarif FILE       also write what changed as SARIF
  --out DIR          keep the runs there: heatline compare DIR/base DIR/head
  --interval US, --recorder KIND, --keep-secrets     as for heatline record
  -h, --help

.env files that Git ignores are copied into both versions, and removed with them.

Exit codes: 0 nothing grew beyond its budget, 1 failure, 2 wrong usage, {over} something grew significantly by more than its budget,
{failedLoad} no request of a load succeeded. Ctrl+C judges the whole rounds, if there are {fewest} or more.`,
  "command.bench.interrupted": "Ended before three rounds were whole, so nothing is judged.",
  "command.bench.judgedSoFar": "Ended by you: the {shown} whole rounds are judged.",
  "command.bench.listens":
    "The app is a server, and no load is sent to it.\nGive --load, or --startup for its start; --test if it is a test that opens servers.",
  "command.bench.loadIsPath":
    "--load of bench must be a /path: each recording gets a port of its own in PORT. Where the app listens on a fixed one, name it with --port.",
  "command.bench.nodesOrVersions": "Two --node options compare two Node.js versions on one version of the code: leave --base out.",
  "command.bench.notStarted": "{side} could not be recorded: {reason}\nWhat it wrote is above.",
  "command.bench.otherNode":
    "{side} ran on Node.js {version}, not on {wanted}.\nThe command names a Node.js itself: write node, or the name of a script.",
  "command.bench.round": "round {round} of {rounds}, {side}",
  "command.bench.roundLeft": "round {round} of {rounds}, {side} · about {minutes} min left",
  "command.bench.secondsLeft": "round {round} of {rounds}, {side} · about {seconds} s left",
  "command.bench.runsAreIn": "The runs are in {folder}",
  "command.bench.sarifUnwritten": "{file} could not be written: {reason}.",
  "command.bench.step.build": "Building {side}",
  "command.bench.step.checkout": "Checking out {side}",
  "command.bench.step.copy": "Copying the packages to {side}, which has the same",
  "command.bench.step.install": "Installing the packages of {side}",
  "command.bench.step.node": "Installing Node.js {side} with npm",
  "command.bench.tooManyFailed": "{failed} of {rounds} rounds failed, so nothing is judged. The first: {reason}",
  "command.bench.twoNodes": "--node can be given at most twice.",
  "command.bench.warmUp": "Warming up {side}: one recording that does not count",
  "command.bench.whatToBench":
    "give options first, then -- and the command to run, such as: heatline bench --base main --load / -- npm start",
  "command.bug": "this is a bug, please report it: {reason}",
  "command.busy": "{shown} busy ({share})",
  "command.busyTime.request": "Busy time per request {before} → {after}, {change}",
  "command.busyTime.run": "Busy time per run {before} → {after}, {change}",
  "command.busyTime.second": "Busy time per second {before} → {after}, {change}",
  "command.column.after": "after",
  "command.column.before": "before",
  "command.column.change": "change",
  "command.column.rest": "rest",
  "command.column.span": "span",
  "command.compare.about": "compares two runs: what a change improved",
  "command.compare.help": `Usage: heatline compare BEFORE AFTER [options]
       heatline compare RUNS [options]
       heatline compare RUN --from S --to S [options]

Compares two runs: load figures, and the functions and lines whose cost changed significantly.

RUNS           a folder of runs: its newest good run is judged against the newest earlier run like it
BEFORE, AFTER  a run or a profile each, as for heatline report; a folder of runs stands for its newest good run,
               as BEFORE for the newest that is like AFTER
RUN            one run or profile: its samples between these seconds are compared with the rest of it

A run is good if its load or script ended and under 1 % of its requests failed. Runs are alike if folder, command,
test, requests, tool, connections and rate are. Runs that are passed over are named.

  --per UNIT            request (default; of tests and scripts: run) or second: what costs are divided by
  --top N               this many functions and lines (default {top}; with --json: all, also those that did not change)
  --json                everything, for programs: json.md of the guide
  --format FORMAT       text (default), json, or markdown: a comment for a pull request, of at most 60,000 bytes
  --sarif FILE          also writes the own lines and functions that changed for code scanning, in SARIF 2.1.0
  --fail-above PERCENT  exit code {above} when all busy time per unit grew significantly by more than this
                        (growth under 10 % never counts: two runs of the same code differ by that much)
  --thread NAME         only this thread of both, such as "worker 1"; may be given several times
  --route NAME          only this route of both, such as "GET /orders/:id"; may be given several times; "none" is the rest
  --startup             only the start of both apps: from the first line until the app first listened, or its end
  --hide-kinds, --hide, --below, --group, --file, --merge-recursion
                        leave something out of both, as for heatline report
  --plain-http          also fetch from another machine without encryption
  -h, --help

Exit codes: 0 success, 1 a run cannot be read, 2 wrong usage, {above} cost more than --fail-above allows.`,
  "command.busyPerRequest": "{time} of busy time per request",
  "command.cpuPerRequest": "{time} CPU per request",
  "command.cpuTime.request": "CPU of all threads per request {before} → {after}",
  "command.cpuTime.run": "CPU of all threads per run {before} → {after}",
  "command.cpuTime.second": "CPU of all threads per second {before} → {after}",
  "command.emptySelection": "Nothing was busy in what is selected: there is nothing to show.\nTo see everything, leave out {options}.",
  "command.endedUnsampled": "The app ended before the first sample of its code was taken: there is nothing to show.",
  "command.completions.about": "prints a script with which a shell completes commands and options",
  "command.completions.help": `Usage: heatline completions SHELL

Prints a script with which a shell completes commands, options and their values when Tab is pressed. SHELL is one of these:

  bash         in ~/.bashrc: source <(heatline completions bash)
  zsh          in ~/.zshrc, after compinit: source <(heatline completions zsh)
  fish         once: heatline completions fish > ~/.config/fish/completions/heatline.fish
  powershell   in $PROFILE: heatline completions powershell | Out-String | Invoke-Expression

  -h, --help

It completes the command heatline, as after npm install --global. A script in a file is to be printed again when Heatline was updated.`,
  "command.completions.which": "heatline completions needs the name of one shell: {shells}.",
  "command.detaching": "Ending the recording. The app keeps running.",
  "command.ending": "Keeping what was recorded and ending the app…",
  "command.export.about": "writes a run or a profile in a format of other tools",
  "command.export.help": `Usage: heatline export FILE|RUN [AFTER] --format FORMAT [-o FILE|-]

Writes a run or a profile in a format that other tools read.

FILE, RUN  as for heatline report
AFTER      a second run, to show what changed in red and blue; for svg and html

  --format FORMAT  {formats}
  -o, --output F   the file to write; - is standard output, and the default
  --static         for svg: a picture without a script, so without zoom and search
  --sample-type NAME
                   which value of a pprof profile's samples to show, such as wall (default: CPU time)
  --plain-http     also fetch from another machine without encryption
  -h, --help

To export a part of a run (every format says so):
  --thread NAME       only this thread, such as "worker 1"; may be given several times; of two runs, in both
  --route NAME        only this route, such as "GET /orders/:id", where routes were measured; may be given several times; "none" is the rest
  --from S, --to S    only samples between these seconds of the recording; of one run only
  --startup           only the start of the app: from its first line until it first listened, or its end

To leave something out of svg, html and markdown (they say so):
  --hide-kinds KINDS  code of these kinds, separated by commas, as in --filter of heatline report; its time counts for its callers
  --hide FUNCTION     a function; its time counts for its callers; may be given several times
  --below FUNCTION    all samples that do not pass through this function
  --group NAME        all samples outside this plugin, rule, test file or the like, as --groups lists it
  --file TEXT         all samples that do not pass through a file whose path contains this
  --merge-recursion   merge repeated calls of functions that call themselves (no figure changes)
FUNCTION is a name as heatline report lists it, or NAME@FILE:LINE.

A .cpuprofile holds one thread: other threads are written to files beside it; standard output gets only the first one.
Exit codes: 0 success, 1 the profile cannot be read or the file not written, 2 wrong usage.`,
  "command.fetching": "fetching {name} …",
  "command.functions": "Functions",
  "command.goesOn": "The time to record is over, and the run is written. The program goes on; Ctrl+C ends it.",
  "command.grew.request": "busy time per request grew by {growth} %; --fail-above allows {limit} %.",
  "command.grew.run": "busy time per run grew by {growth} %; --fail-above allows {limit} %.",
  "command.grew.second": "busy time per second grew by {growth} %; --fail-above allows {limit} %.",
  "command.grewFromZero.request": "busy time per request grew from zero; --fail-above allows {limit} %.",
  "command.grewFromZero.run": "busy time per run grew from zero; --fail-above allows {limit} %.",
  "command.grewFromZero.second": "busy time per second grew from zero; --fail-above allows {limit} %.",
  "command.help.about": "shows where a Node.js app spends its CPU time, line by line.",
  "command.help.more": "more about a command",
  "command.help.usage": "Usage: heatline COMMAND …",
  "command.hotFunctions": "Hot functions",
  "command.idle": "The app was idle the whole time: there is nothing to show.",
  "command.inRun": "{rate} in the run",
  "command.inferred": "≈: inferred in part, not measured.",
  "command.kind.compile": "compiling",
  "command.kind.dependency": "dependencies",
  "command.kind.gc": "garbage collection",
  "command.kind.native": "native code",
  "command.kind.node": "Node.js core",
  "command.kind.own": "own code",
  "command.kind.program": "V8 itself",
  "command.leftOut": "Left out as noise: {functions} and {lines}.",
  "command.leftOut.functions": "{shown} functions",
  "command.leftOut.functions#one": "{shown} function",
  "command.leftOut.lines": "{shown} lines",
  "command.leftOut.lines#one": "{shown} line",
  "command.lines": "Lines",
  "command.listening": "The app listens on port {port}: recording has started. Ctrl+C ends it.",
  "command.madeOf": "made of {parts}",
  "command.mcp.about": "serves a coding agent over the Model Context Protocol (MCP)",
  "command.mcp.help": `Usage: heatline mcp [options]

Lets a coding agent measure an app, read its hot lines and compare runs. The agent's client starts this command and talks to it
over standard input and output, until it closes the input; heatline agent-setup adds it to the client's configuration.

  --root DIR        a project's folder; nothing outside of it is read or run; may be given several times
                    (default: the folders that the client names, else the current folder)
  --runs DIR        a further folder of runs; may be given several times; the first one also gets the new runs
  --allow-commands  let the agent run any command; without it, the client asks the user for each command that is not
                    a script, launch configuration or test of the project
  -h, --help

Exit codes: 0 the client closed the input, 2 wrong usage.`,
  "command.mcp.waiting":
    "Waiting for an agent's client, which should start this command itself: heatline agent-setup has it do so. Ctrl+C ends the server.",
  "command.moreRows": "… and {more} more: --top {all}",
  "command.moreThreads": "{count} more threads are only written to files (-o FILE).",
  "command.moreThreads#one": "{count} more thread is only written to a file (-o FILE).",
  "command.noCurrentFolder": "The current folder no longer exists.\nChange to another folder and run the command again.",
  "command.noFormat": "--format must be one of {formats}.",
  "command.noLines": "No line of the chosen code has a cost.",
  "command.noSource": "(the source was not kept)",
  "command.noSuchCommand": "There is no command “{name}”. Commands: {commands}.",
  "command.noSuchCommandLike": "There is no command “{name}”. Did you mean {nearest}? Commands: {commands}.",
  "command.noValue": "Option '{option}' argument missing. See heatline {command} --help.",
  "command.noneChanged": "None changed significantly.",
  "command.notFilterable":
    "--{name} does not work with --{part}, which always covers all code. Leave one of them out; --thread, --route, --from and --to select a part of the run.",
  "command.notFiltered": "--{name} is for {formats} only.",
  "command.notNumber": "--{name} must be a number from {least} to {most}, not “{value}”.",
  "command.notOfTwo": "Two runs are exported as {formats} only.",
  "command.notWhole": "--{name} must be a whole number, not “{value}”.",
  "command.note": "Note",
  "command.nothingOfKinds": "Nothing of the chosen kinds has a cost.",
  "command.nothingRecorded": "Nothing was recorded: the app did not run long enough for a single sample.",
  "command.oneRoute": "--passes routes needs several --load requests: with one, all time is of its route.",
  "command.oneServer": "All --load URLs must be of the same server, but {other} is not {first}.",
  "command.onlyRedirects":
    "Every answer was a redirect ({statuses}), so the profile shows the app redirecting.\nIf the app wants you to sign in, do it with --setup. Otherwise load the address that it redirects to.",
  "command.perUnit.request": "Busy time per request: own code with what is attributed to it, other code by itself.",
  "command.perUnit.run": "Busy time per run: own code with what is attributed to it, other code by itself.",
  "command.perUnit.second": "Busy time per second: own code with what is attributed to it, other code by itself.",
  "command.passedOver": "{name} ({id}) is passed over: {why}",
  "command.morePassedOver": "{shown} more runs are passed over.",
  "command.morePassedOver#one": "{shown} more run is passed over.",
  "command.phase.measuring": "recording",
  "command.phase.setup": "setting up",
  "command.phase.waiting": "waiting for the first answer",
  "command.phase.warmup": "warming up",
  "command.portTwice": "--port chooses among the app's own servers; {url} already says where the load goes. Leave one of them out.",
  "command.portWithoutLoad": "--port chooses the server that the load goes to: give --load, too.",
  "command.progress.errors": "{shown} errors",
  "command.progress.errors#one": "{shown} error",
  "command.progress.left": "{seconds} s left",
  "command.progress.p99": "p99 {shown} ms",
  "command.record.about": "runs an app and records it",
  "command.record.help": `Usage: heatline record [options] -- node app.js …

Runs an app, records it, and keeps the run as a folder that heatline report and the VS Code extension open.
A program that ends by itself is recorded from its first line to its end. A server is recorded under load (--load),
or from the moment it listens until Ctrl+C. However it ends, what was recorded is kept.

  --out DIR          where the run's folder goes (default: {folder})
  --load URL         send requests to http://host:port/path, or to /path on the app's own port; may be repeated
  --method, --header "Name: value", --body TEXT    for these requests
  --header @FILE     the same from a file, one per line: other users of this machine can read arguments
  --setup REQUEST    sent once before the load, for example to sign in: "POST /login" or a cURL command line; may be repeated. The load
                     sends the cookies of the answer. "login=POST /auth" gives it a name, else it is called as its path ends: its JSON
                     answer's values are {{login.token}} in --load, --header and --body, a login page's fields {{login._csrf}}
  --setup-body TEXT  for the --setup before it. --setup @FILE and --setup-body @FILE: the same from a file
  --setup-per-connection    send them for each connection: each is a user of its own
  --cookies WHICH    setup (default), answers (also cookies that answers to the load set), or none
  --connections N    open at a time (default 10)
  --duration S       seconds of load (default 10); without --load, the maximum time to record: then a server is ended, another program goes on
  --warmup S         seconds of load before recording starts, from the app's first answer on (default 2)
  --rate N           requests per second (default: as many as possible)
  --tool NAME        what sends the requests: autocannon (default, built in), or a program in PATH or in node_modules/.bin:
                     wrk, ab, oha, hey, vegeta, bombardier, h2load, siege, artillery, locust
  --port PORT|SOCKET of an app with several servers, the one for the load: its port, or the path of its Unix socket
  --startup          start the app again and again, each time from its first line until its first server listens or it ends (at most 30 s),
                     and write one run of all starts. Ends when shares are known to ±2 points: after 5 to 100 starts, or 60 s
  --starts N         with --startup, that many starts (1 to 1000)
  --savings          with --startup: then start the app without the profiler, too, as it is, with its dearest imports put off until first use, and
                     with NODE_COMPILE_CACHE, in turns for about 30 s, and tell what each saves and what first needs a module
  --request PATH     with --savings, of a server: GET it once it listens, to see what it needs first; may be repeated
  --from-start       record a server from its first line, not from the moment it listens; report --startup then shows its start alone
  --interval US      microseconds between two samples (default 1000)
  --recorder KIND    exact (default) or inspector
  --passes LIST      measure the run again, each time with a new start of the app and the same load: waits (sources are rewritten as they load),
                     routes, counts (how often code runs), allocations, or several: waits,routes. Each is kept in the run's folder
  --cwd DIR          the app's folder
  --routes           have the app mark its requests, so that report --route can show each route alone (a few µs of CPU per request)
  --keep-secrets     keep passwords, tokens and the like in the run's command line and requests (default: replaced by ***)
  -h, --help

Exit codes: 0 a run was written; if the app fails by itself, its own exit code, as with time(1) (128 + the number of the signal that ended it),
and what was recorded is kept; 1 anything else failed; 2 wrong usage; {failedLoad} no request of the load succeeded (the run is written).`,
  "command.recorder.exact": "exact recorder",
  "command.recorder.import": "imported",
  "command.recorder.inspector": "inspector recorder",
  "command.report.about": "prints what a run or a profile cost, by function and line",
  "command.report.help": `Usage: heatline report FILE|RUN [options]

Prints the hottest functions, the hottest lines in their source, and advice on what to change.

FILE  a profile: {formats}; also as .gz; - is standard input;
      or the URL of one, such as http://localhost:6060/debug/pprof/profile?seconds=10
RUN   the folder of a run, or a folder of runs, which stands for its newest run that neither failed nor was cancelled

  --json           everything, for programs: json.md of the guide
  --top N          this many functions and lines (default {top}; with --json: all)
  --blocks         instead what blocked the event loop: when, how long, and its hottest line; the longest first
  --imports [NAME] instead what loading each module cost, as a tree; with NAME why that module is loaded, and who else imports it
  --slowest        instead the slowest requests of its load, and the lines that ran more than usual while they waited;
                   of a run with a waits pass also what their time went to
  --groups         instead what each plugin, loader, rule, test file, setup file and import cost, of the tools it knows
  --filter KINDS   only rows of code of these kinds, separated by commas: own, deps, node, native, gc, program, compile
  --source DIR     where the sources are now, if they moved since; counts as your own code
  --path-mapping REMOTE=LOCAL
                   for an app that ran elsewhere (a container, a bundler's address): its folder there, and where that is
                   here; counts as your own code; may be given several times
  --sample-type NAME
                   which value of a pprof profile's samples to show, such as wall (default: CPU time)
  --plain-http     also fetch from another machine without encryption
  -h, --help

To look at a part of the run (the report says so):
  --thread NAME       only this thread, such as "worker 1"; may be given several times
  --route NAME        only this route, such as "GET /orders/:id", where routes were measured; may be given several times; "none" is the rest
  --from S, --to S    only samples between these seconds of the recording
  --startup           only the start of the app: from its first line until it first listened, or its end

To leave something out (the report says so):
  --hide-kinds KINDS  code of these kinds, separated by commas; its time counts for its callers
  --hide FUNCTION     a function; its time counts for its callers; may be given several times
  --below FUNCTION    all samples that do not pass through this function
  --group NAME        all samples outside this plugin, rule, test file or the like, as --groups lists it
  --file TEXT         all samples that do not pass through a file whose path contains this
  --merge-recursion   as for heatline export; no figure changes, so a report stays the same
FUNCTION is a name as it is listed here, or NAME@FILE:LINE.

HEATLINE_AUTHORIZATION is the value of the Authorization header for a URL, such as “Bearer TOKEN”.

Your own code is the code in the app's folder (for a FILE: in the current folder), outside node_modules.
Exit codes: 0 success, 1 the profile cannot be read, 2 wrong usage.`,
  "command.runIsIn": "The run is in {folder}",
  "command.sampleTypeOfOne": "--sample-type is for one profile only.",
  "command.samples": "{shown} samples of {interval}",
  "command.samplesOnAverage": "{shown} samples of {interval} on average",
  "command.sharesOfSamples": "Shares of the {shown} busy samples, ± {error} points at most (95 %).",
  "command.sharesOfTime": "Shares of the busy time, {shown} samples, ± {error} points at most (95 %).",
  "command.staleBuild": "{output} is older than {source}: build first.",
  "command.staleBuildWith": "{output} is older than {source}: build first ({command}).",
  "command.startsWithoutStartup": "--starts is the number of starts of --startup: give that option, too.",
  "command.startupAlone": "--startup records the app alone, without {option}: leave one of them out.",
  "command.startupSpan": "--startup is a span itself: leave out --from and --to.",
  "command.staticOnly": "--static is for --format svg only.",
  "command.stoppedInWarmup": "The load was stopped in its warm-up, before the recording began. Let it run longer, or set --warmup 0.",
  "command.times": "({shown} times)",
  "command.tooManyProfiles": "Name only one profile or run: “{value}” is a second.",
  "command.tooManyRuns": "Name only two runs: “{value}” is a third.",
  "command.tookAnswering":
    "The app listens on {all}. The load goes to {chosen}, which answers {request} with {status}. --port chooses another one.",
  "command.tookFirst": "The app listens on {all}. The load goes to {chosen}, which it opened first. --port chooses another one.",
  "command.twoRuns": "Name two runs, or one folder of runs: heatline compare BEFORE AFTER.",
  "command.unclearValue":
    "Option '{option}' has no value, or one that starts with a dash: write {option}=-XYZ. See heatline {command} --help.",
  "command.unexpectedArgument": "“{value}” is not expected here. See heatline {command} --help.",
  "command.unknownOption": "Unknown option '{option}'. See heatline {command} --help.",
  "command.unknownOptionLike": "Unknown option '{option}'. Did you mean {nearest}? See heatline {command} --help.",
  "command.unneededValue": "Option '{option}' does not take an argument. See heatline {command} --help.",
  "command.unwritable": "the output cannot be written: {reason}",
  "command.startsAssumed": "The intervals rest on the usual 15 % by which two starts of the same code differ.",
  "command.startsMeasured": "The intervals rest on {starts} starts of equal code.",
  "command.jsonAndFormat": "--json and --format {format} contradict each other: leave one of them out.",
  "command.tooSmall": "A change may be too small to tell by one start of each: compare several starts.",
  "command.verdict.faster": "faster",
  "command.verdict.new": "new",
  "command.verdict.slower": "slower",
  "command.verdict.vanished": "gone",
  "command.waiting": "Waiting for the app to listen on a port: then the load starts. Ctrl+C ends the app and keeps what was recorded.",
  "command.waitingAt":
    "Waiting for the app to listen on port {port}: then the load starts. Ctrl+C ends the app and keeps what was recorded.",
  "command.waitingFor": "started, waiting for a port · {seconds} s",
  "command.waitingLong":
    "No port after {seconds} s. If this is a server, look at its output: it may wait for a database or for input, or have its port opened by a process that it did not start. A script needs no --load: without it, a program is recorded to its end.",
  "command.was": "(was {before})",
  "command.whatToExport": "Name a profile or a run: heatline export FILE|RUN --format FORMAT.",
  "command.whatToRecord": "Put the app's command after --: heatline record -- node app.js.",
  "command.whatToReport": "Name a profile or a run: heatline report FILE|RUN.",
  "command.withLibraries": "Attributed: the line itself and all that it called in libraries, Node.js and native code.",
  "comment.budget": "budget",
  "comment.busyPer.run": "Busy time per run",
  "comment.changed": "{shown} changed",
  "comment.cpuPer.request": "CPU time per request",
  "comment.cpuPer.run": "CPU time per run",
  "comment.cpuPer.second": "CPU time per second",
  "comment.cpuPer.start": "CPU time per start",
  "comment.details": "What was compared",
  "comment.edited": "edited",
  "comment.faster": "Faster",
  "comment.functions": "Functions",
  "comment.inBaseOnly": "(before)",
  "comment.judged": "{word}. {per}: ×{ratio} (95 % interval: ×{low} to ×{high}).",
  "comment.leftOut": "{shown} left out",
  "comment.leftOutRound": "Round {round} was left out: {reason}",
  "comment.machine": "Machine",
  "comment.measured": "Measured",
  "comment.new": "New",
  "comment.noDifference": "No significant change",
  "comment.over": "Over budget",
  "comment.rounds": "{shown} rounds",
  "comment.rounds#one": "{shown} round",
  "comment.slower": "Slower",
  "comment.uncertain": "not certain",
  "comment.undecided": "Not certain: more rounds would tell",
  "comment.unjudged": "{word}. {per} has no ratio: there are too few rounds, or nothing was busy before.",
  "comment.unused": "No change: none of the changed files ran",
  "comment.unusedFile": "Changed, but did not run:",
  "comment.vanished": "Gone",
  "comment.better": "Better",
  "comment.worse": "Worse",
  "comment.mixed": "Some figures are better, others worse",
  "comment.warnings": "{shown} warnings below",
  "comment.warnings#one": "{shown} warning below",
  "comment.what": "what",
} as const;
