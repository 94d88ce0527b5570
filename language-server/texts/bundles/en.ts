import { commonEnglish } from "./common/en.ts";

/** Every text by its code. What happened and what to do about it are two lines; `{name}` is a value; `code#one` is a plural form. */
export const english = {
  ...commonEnglish,
  "advice.event-loop-blocked.explanation":
    "The event loop was busy {busy} of the time, and one time in a hundred it was {delay} or more late for its other work ({worst} at worst). Every request has to wait for that.",
  "advice.event-loop-blocked.hint": "the event loop is blocked",
  "advice.event-loop-blocked.remedy": "Split up what runs longest without a break, or move it to a worker thread: {places}.",
  "advice.event-loop-blocked.remedy.unplaced": "Split up what runs longest without a break, or move it to a worker thread.",
  "advice.garbage-collection.explanation":
    "{share} of the busy time is garbage collection. ≈ It started most often while these lines ran, so they allocate most: {places}.",
  "advice.garbage-collection.explanation.unplaced": "{share} of the busy time is garbage collection.",
  "advice.garbage-collection.hint": "a lot of garbage collection",
  "advice.garbage-collection.remedy":
    "Allocate less there (fewer copies, larger pieces, reuse), or raise --max-semi-space-size if there are many short-lived objects.",
  "advice.garbage-collection.remedy.unplaced":
    "Allocate less (fewer copies, larger pieces, reuse), or raise --max-semi-space-size if there are many short-lived objects.",
  "advice.hot-regular-expression.explanation":
    "Matching the regular expression {pattern} takes {share} of the busy time. V8 tries alternatives one after the other, and nested repetitions multiply them.",
  "advice.hot-regular-expression.hint": "hot regular expression",
  "advice.hot-regular-expression.remedy":
    "Anchor it, make its alternatives exclude each other, test short things first, or use indexOf, startsWith or split.",
  "advice.javascript-kernel.explanation":
    "{name} computes in plain JavaScript for {time} of every request ({share} of the busy time). Meanwhile the event loop does nothing else.",
  "advice.javascript-kernel.hint": "computes {time} per request on the main thread",
  "advice.javascript-kernel.remedy":
    "Move it to a worker thread, or use a native library or WebAssembly; then look for a better algorithm.",
  "advice.json-repeated.explanation":
    "{share} of the busy time is spent on JSON here, and the line works on the same value ({value}) in every call.",
  "advice.json-repeated.hint": "converts the same value to JSON every time",
  "advice.json-repeated.remedy": "Do it once and keep the result; copy only what changes, or use structuredClone.",
  "advice.listener-growth.explanation":
    "{listener} takes {share} of the busy time as a listener of an event that has several, and one emit took {growth}× as long at the end of the run as at its start. ≈ The same listener is probably added again and again.",
  "advice.listener-growth.hint": "listeners pile up: {listener}",
  "advice.listener-growth.remedy": "Add it once, outside the request (see {places}), or remove it with off() or once().",
  "advice.listener-warning.explanation":
    "Node warned while the app ran: “{warning}”. A listener is added here in every call and never removed, so each emit calls more of them.",
  "advice.listener-warning.hint": "listeners pile up: Node warned",
  "advice.listener-warning.remedy":
    "Add it once, outside the request, or remove it with off() or once(); raise the limit only if you really need so many.",
  "advice.polyfill.explanation":
    "{share} of the busy time is spent in {name}, called from here: JavaScript that replaces what this Node has built in.",
  "advice.polyfill.hint": "{name} replaces a built-in",
  "advice.polyfill.remedy":
    "Use the built-in; if a build adds the package, set its target to the Node that runs the app (browserslist or “target”).",
  "advice.require-in-function.explanation":
    "{name} is hot, and looks up its modules with require() each time it runs: {share} of the busy time went there ({count} samples).",
  "advice.require-in-function.hint": "require() runs in every call",
  "advice.require-in-function.remedy": "Require at the top of the file; if the module must be loaded late, keep it in a variable.",
  "advice.stack-capture.explanation":
    "{share} of the busy time is spent on stack traces made here: V8 walks the stack and writes every frame as text.",
  "advice.stack-capture.hint": "captures a stack trace every time",
  "advice.stack-capture.remedy":
    "Do not read the caller's name from a stack: pass it in (a logger per module), or capture stacks of real errors only.",
  "advice.synchronous-call.explanation":
    "{share} of the busy time is spent in the synchronous {name}, called while a request is handled. Until it returns, the event loop handles nothing else.",
  "advice.synchronous-call.hint": "{name} blocks every other request",
  "advice.synchronous-call.remedy": "Use its asynchronous form ({instead}): the work then runs on the thread pool, several at a time.",
  "advice.transpiler-at-run-time.explanation":
    "{share} of the busy time is spent in {name}: code is compiled, or stack traces are mapped to its sources, while the app runs.",
  "advice.transpiler-at-run-time.hint": "{name} works at run time",
  "advice.transpiler-at-run-time.remedy":
    "Compile before the start and run the result; leave mapping stack traces to the tool that reads the logs.",
  "analysis.crashed":
    "The analysis of the run stopped unexpectedly.\nIt restarts with the next request; if it stops again, open another run.",
  "analysis.outOfMemory": "The analysis of the run ran out of memory.\nRecord a shorter run, or sample less often, and open that one.",
  "answer.alreadyInitialised": "The server was initialised already. Start another server for another session.",
  "answer.bug": "Heatline failed: {detail}. The details are in the output channel; please report them.",
  "answer.cancelled": "The request was cancelled.",
  "answer.invalid": "The message {method} was not understood ({detail}). Reload the window so that both sides have the same version.",
  "answer.notInitialised": "The message {method} came before initialize. Send initialize first.",
  "answer.shutDown": "The message {method} came after shutdown. Start the server again.",
  "app.abortedSilently":
    "if it printed nothing, it may have closed file descriptors that it did not open; Node cannot go on without its own",
  "app.brokenNode": "{file} cannot be run.\nSet “runtimeExecutable” in the launch configuration to a working Node.js.",
  "app.childExited": "A process of the app ended with exit code {exitCode}",
  "app.childFailed": "{why}. The app itself goes on.\nFix it there. Restart the app unless it reloads by itself.",
  "app.closedInspector":
    "The app closed its inspector, so the recording ended there. What was recorded is kept.\nRemove inspector.close() to record longer.",
  "app.diskFilled":
    "The recording reached its disk limit and was stopped.\nWhat was recorded is kept. Restart the app to record again; to record for longer, sample less often (heatline.samplingInterval).",
  "app.diskFull":
    "Nothing more can be recorded: the recording reached its disk limit.\nWhat was recorded is kept. Restart the app to record again; to record for longer, sample less often (heatline.samplingInterval).",
  "app.duringLoad": "{how} during the load run",
  "app.ended": "The app has ended.\nStart it again.",
  "app.endedOrDisconnected": "The app ended, or the connection to its inspector broke",
  "app.exhausted":
    "{file} could not be started: {reason}.\nClose other programs, or raise the limit (ulimit -n for open files, ulimit -u for processes), and start again.",
  "app.errorAt": "{error} ({place})",
  "app.exited": "The app ended with exit code {exitCode}",
  "app.failed": "{why}.\nFind the reason in its output, fix it, and start again.",
  "app.failedAndKept": "{why}. What was recorded is kept.\nFind the reason in its output, fix it, and start again.",
  "app.failedAndLost": "{why}. The inspector's samples were lost with it.\nFind the reason in its output, fix it, and start again.",
  "app.fileSizeLimit":
    "Files can have at most {megabytes} MB here (ulimit -f), and Heatline has to write larger ones.\nRaise the limit (ulimit -f unlimited), then start again.",
  "app.fileTooLarge":
    "V8's log reached the largest size that a file can have here (ulimit -f), so nothing more can be recorded.\nWhat was recorded is kept. Raise the limit (ulimit -f unlimited), then restart the app; or sample less often (heatline.samplingInterval).",
  "app.folderGone":
    "The session's folder {folder} was deleted while the app ran, so nothing more can be recorded.\nWhat was read until then is kept. Restart the app, and let nothing delete that folder while it runs.",
  "app.killed": "The app did not exit within 2 s of SIGTERM, so it was killed.\nNothing recorded is lost; check its shutdown code.",
  "app.lacksMemory":
    "{why}.\nNode.js could not reserve memory, of which it needs far more than it uses. If its address space is limited, raise that limit (ulimit -v unlimited); else give the machine or container more memory. Then start again.",
  "app.lacksTypeScript":
    "{why}.\nThis version of Node.js does not run TypeScript. Use Node.js 22.18 or later, or start the app with tsx or a package.json script.",
  "app.leftFolder":
    "The session's folder {folder} could not be removed: another program has a file in it open.\nNothing recorded is lost. The next session removes it.",
  "app.lostConnection": "The connection to the app's inspector was lost, and with it the samples of that process.\nStart the app again.",
  "app.lostConnectionKept":
    "The connection to the app's inspector was lost, so the recording ended there. What was recorded is kept.\nStart the app again to record more; an app that closes files it did not open also closes this connection.",
  "app.noDiskSpace":
    "The disk of {folder} is full, so nothing more can be recorded.\nWhat was recorded is kept. Free some space there, or on Linux set XDG_STATE_HOME to a folder of yours on another disk; then restart the app.",
  "app.noEnvFile": "The env file {file} cannot be read.\nCorrect “envFile” in the launch configuration.",
  "app.noFolder": "The folder {folder} does not exist.\nCorrect “cwd” in the launch configuration.",
  "app.noFolderAtAll":
    "Heatline can use neither its own folder {folder} nor the temporary folder {temporary}: {reason}.\nMake one of them a folder of yours that you may write to and that has space left (XDG_STATE_HOME on Linux and TMPDIR say where they are), then start again.",
  "app.noInspector":
    "Node.js {version} ({file}) was built without its inspector, so it cannot be recorded.\nSet “runtimeExecutable” in the launch configuration to a Node.js from nodejs.org.",
  "app.noPrivateFolder":
    "Heatline's folder {folder} cannot be used: {reason}.\nFree some space there, or on Linux set XDG_STATE_HOME to a folder of yours on another disk; then start again.",
  "app.noProgram": "The program {file} does not exist.\nCorrect “program” in the launch configuration, or build the app first.",
  "app.noProgramNamed": "The launch configuration names no program.\nSet “program” to the app's entry file, or “runtimeExecutable” to npm.",
  "app.noSpaceLeft": "The recording of this app reached its disk limit.\nRestart the app to record again.",
  "app.noTemporaryFolder":
    "The temporary folder {folder} cannot be used: {reason}.\nSet TMPDIR (TEMP on Windows) to a folder that you may write to and that has space left, then start again.",
  "app.nodeNotFound":
    "{runtime} was not found in PATH.\nInstall Node.js, or set “runtimeExecutable” in the launch configuration to the path of one.",
  "app.notRunning": "The app is not running.\nStart it first.",
  "app.notStarted": "{file} could not be started: {reason}.\nCheck “runtimeExecutable”.",
  "app.notStartedInTerminal":
    "{file} could not be started in the terminal.\nLook at the terminal for the reason, or set “console” to internalConsole.",
  "app.notStartedInTerminalBecause":
    "{file} could not be started in the terminal: {reason}.\nLook at the terminal for the reason, or set “console” to internalConsole.",
  "app.nothingRecorded": "Nothing was recorded: the app ended before a sample was taken.\nStart it again, and let it run for longer.",
  "app.nothingRecordedOrKilled":
    "Nothing was recorded: the app ended before a sample was taken, or was killed and the inspector's samples with it.\nStart it again and end it with Stop, or use the exact recorder, which loses nothing.",
  "app.oldNode":
    "Node.js {version} ({file}) is too old: Heatline needs version {oldest} or later.\nInstall a newer Node.js, or set “runtimeExecutable” in the launch configuration to one.",
  "app.pausedUnread":
    "The app is paused (SIGSTOP or a debugger), so its samples could not be read.\nLet it continue before you stop the recording: kill -CONT {pid}.",
  "app.permissionModel":
    "The app runs under Node's permission model, which blocks the inspector, so no load can be sent.\nAdd --allow-inspector to its arguments while you profile (Node.js 24.12 or later), or remove --permission.",
  "app.readAtEndOnly":
    "The recording goes on until the app has ended, since V8's log can be read only then.\nStop the app to have its run.",
  "app.runtimeNotFound": "{runtime} was not found in PATH.\nInstall it, or correct “runtimeExecutable” in the launch configuration.",
  "app.signalled": "The app was ended by {signal}",
  "app.smallAddressSpace":
    "The address space is limited to {megabytes} MB here (ulimit -v), so Heatline, the app or its load may abort: Node.js reserves far more than it uses.\nRaise the limit (ulimit -v unlimited), then start again.",
  "app.stuckInExit":
    "Process {pid} had finished but could not exit within 10 s, usually because V8's sampler had stopped it, so Heatline ended it. Nothing recorded was lost.\nIf what started it takes the exit code 1 for a failure, run the app again, or record with the inspector (heatline.recorder).",
  "app.unreachedNode":
    "Process {pid} ({command}) was not recorded: it was started without the app's environment, as “env -i” or “sudo” do.\nStart it so that it keeps NODE_OPTIONS and PATH.",
  "app.unreadableFolder":
    "{why} It runs as another user or in a container, and cannot read Heatline's folder {folder}.\nRun Heatline as that user too (sudo -u), or start the app with --inspect and attach to it.",
  "app.unsafeArgument":
    "{runtime} starts its script by cmd.exe, which would change, drop or run a part of this: {argument}.\nChange it, or start the script's program itself (“runtimeExecutable”).",
  "attach.inUse": "The inspector at {address} is already in use by another client.\nClose that one and try again.",
  "attach.lost":
    "The app at {address} ended, or closed its inspector, while Heatline was attaching.\nStart it again with “node --inspect” and attach again.",
  "attach.noAnswer":
    "No inspector answers at {address}.\nStart the app with “node --inspect”, or pick its process with “Heatline: Attach to Process…”.",
  "attach.notInspector":
    "What answers at {address} is not a Node.js inspector.\nCheck host and port; the app prints them when its inspector opens.",
  "attach.published":
    "Warning: every user of the machine of {address} can run code in this app, because its inspector tells them its secret address.\nRestart the app without “--inspect” when you have finished.",
  "attach.silent": "The app at {address} does not answer.\nIt may be suspended, or busy in native code. Attach again when it runs.",
  "attach.unknownHost": "The host {host} is not known.\nCheck its name, or give its address.",
  "build.ranOld": "{output} was older than {source}, so code of an earlier build ran. Build, then measure again.",
  "category.compile": "compiling",
  "category.dependency": "dependencies",
  "category.gc": "garbage collection",
  "category.native": "native",
  "category.node": "Node core",
  "category.own": "own code",
  "category.program": "program",
  "caveat.app": "Little of the code is the same in both runs, so few of their figures can be compared.",
  "caveat.errors": "Requests failed ({base}, then {next}); failed requests do not cost the same as successful ones.",
  "caveat.fewTicks": "A run has few samples ({base}, then {next}), so only large differences are significant.",
  "caveat.interval": "The sampling interval differs ({base}, then {next}); the run with fewer samples is less exact.",
  "caveat.load": "The load was not the same ({base}, then {next}), so comparing the load figures may mislead.",
  "caveat.machine":
    "All code costs {next}× as much as before, so machine load or JIT warm-up probably differed. The changes below are corrected for it.",
  "caveat.machineOrRate":
    "All code costs {next}× as much per second as before: the rate of requests may differ, or machine load or JIT warm-up. The changes below are corrected for it.",
  "caveat.noLoad": "The requests of one run were not counted, so costs are compared per second and not per request.",
  "caveat.node": "The Node.js version differs ({base}, then {next}), so some changes may come from Node itself.",
  "caveat.oldBuild": "The later run shows an old build: what was changed in {next} did not run. Build, then measure again.",
  "caveat.oldBuildBefore": "The earlier run shows an old build: what had been changed in {base} did not run.",
  "caveat.otherText":
    "Of these files the text is not what one of the runs recorded: {next}. Their functions are compared by their names, and their lines are not. To compare lines, record both runs with Heatline.",
  "caveat.recorder": "The runs were recorded in different ways ({base}, then {next}), which alone may change the costs of lines.",
  "caveat.spans": "The selected span of time is left out: it exists in one of the runs only, so both are compared over their whole length.",
  "caveat.threads": "Only {next} is compared. Requests are counted for all threads together, so costs are per second and not per request.",
  "caveat.unclear":
    "{next} is most of what ran, and too little other code is left to tell whether the machine or the code changed. Measure both again: several runs tell.",
  "caveat.unclearSpan":
    "{next} is most of what ran, and too little other code is left to tell whether it took longer in the span, or the whole machine was slower then.",
  "change.againstBaseline": "Against the baseline: {change}, {before} → {after}",
  "change.per.request": "{figure} per request",
  "change.per.run": "{figure} per run of the test",
  "change.per.second": "{figure} per second",
  "compareSummary.busy.request": "{before} → {after} busy time per request",
  "compareSummary.busy.run": "{before} → {after} busy time per run of the test",
  "compareSummary.busy.second": "{before} → {after} busy time per second",
  "compareSummary.cpu.request": "{before} → {after} CPU per request",
  "compareSummary.cpu.run": "{before} → {after} CPU per run of the test",
  "compareSummary.cpu.second": "{before} → {after} CPU per second",
  "compareSummary.noChange": "no significant change ({share})",
  "compareSummary.p50": "p50 {before} → {after}",
  "compareSummary.p99": "p99 {before} → {after}",
  "compareSummary.place": "{place} {change}",
  "compareSummary.place.new": "{place} new",
  "compareSummary.place.vanished": "{place} gone",
  "compareSummary.ratio": "{figures}, {ratio}",
  "compareSummary.requestsPerSecond": "{before} → {after} req/s",
  "collapsed.badLines": "Lines that are not stacks were skipped.",
  "collapsed.empty": "{name} has collapsed stacks without samples.\nRecord again, for longer, while the app works.",
  "collapsed.isDifference":
    "{name} is a difference of two profiles: its stacks have two numbers, or negative ones.\nCompare the two files that it was made from: heatline compare BEFORE AFTER",
  "collapsed.nanoseconds":
    "Collapsed stacks have no lines, so only functions have costs. Their numbers are read as nanoseconds, as perf's scripts write them.",
  "collapsed.noLines": "Collapsed stacks have no lines, so only functions have costs.",
  "collapsed.onlyFunctions":
    "Collapsed stacks have no lines and no times, so only functions have costs, and each sample counts as one millisecond.",
  "collapsed.unknownUnit":
    "Collapsed stacks have no lines and no times, so only functions have costs. Their numbers are in an unknown unit, so only the shares are meaningful.",
  "compare.ended": "This comparison has ended.\nCompare the runs again.",
  "compare.gone": "The baseline run is gone ({folder}).\nChoose another run to compare with.",
  "compare.none": "There is no earlier run of this app to compare with.\nProfile the app once more, or choose a run to compare with.",
  "compare.noneLike": "No earlier run is like this one. {why}\nProfile the app once more, or choose a run to compare with.",
  "compare.noRest":
    "Nothing of {name} is left to compare with: the selected span is all of it, or none.\nSelect a shorter span within the recording.",
  "compare.noRoutes": "{name} has none of the selected routes: {routes}.\nShow all routes, or choose another run to compare with.",
  "compare.noThreads": "{name} has none of the selected threads: {threads}.\nShow all threads, or choose another run to compare with.",
  "compare.same": "A run cannot be compared with itself.\nChoose another run to compare with.",
  "cost.anonymous": "(anonymous)",
  "cost.edited": "edited since the run",
  "cost.flameGraph": "Flame graph",
  "cost.garbageCollector": "(garbage collector)",
  "cost.perRequest": "{figure} per request",
  "cost.program": "(program)",
  "cost.self": "{figure} self",
  "cost.ticks": "{shown} samples",
  "cost.ticks#one": "{shown} sample",
  "cost.topLevel": "(top level)",
  "cost.total": "{figure} total",
  "cpuprofile.badCounts": "The profile has counts that are not whole positive numbers.",
  "cpuprofile.badLines": "The profile has samples on lines that cannot exist.",
  "cpuprofile.badNodes": "The profile has nodes that are not objects.",
  "cpuprofile.badTimes": "The profile has samples without a usable time.",
  "cpuprofile.bunPauses":
    "Bun takes no samples while nothing runs. Gaps far longer than those around them are shown as idle: {pauses}, {seconds} s in all. On a busy machine, Bun's sampler may have been waiting in some of them.",
  "cpuprofile.circles": "The profile has nodes that call each other in a circle.",
  "cpuprofile.clockBackwards": "The clock ran backwards between some samples; they were sorted by time.",
  "cpuprofile.damaged": "{name} is cut short or damaged: it is not valid JSON.\nRecord it again.",
  "cpuprofile.doubledIds": "The profile has nodes with the id of another node.",
  "cpuprofile.lineSurplus": "The profile has functions with more samples on their lines than in the function itself.",
  "cpuprofile.noNodes":
    "{name} is not a .cpuprofile: it has no list of nodes.\nOpen a profile that Node.js, Chrome DevTools or VS Code recorded.",
  "cpuprofile.noOrder": "The profile does not say in which order its samples were taken.",
  "cpuprofile.nodesWithoutId": "The profile has nodes without an id.",
  "cpuprofile.severalCallers": "The profile has nodes with several callers.",
  "cpuprofile.tooManySamples": "{name} claims {samples} samples.\nIt is damaged: record it again.",
  "cpuprofile.unlistedChildren": "The profile names child nodes that it does not list.",
  "cpuprofile.unlistedSamples": "The profile has samples of nodes that it does not list.",
  "detail.command.about": "The app's own command line.",
  "detail.command.label": "Command",
  "detail.cpu.about":
    "Processor time of the app's processes during the recording: user and system, with garbage collection and compiler threads.",
  "detail.cpu.label": "CPU time",
  "detail.disk.about":
    "V8 wrote this much to a private folder while recording. It was removed at the end of the session; recording stops at 2 GB.",
  "detail.disk.label": "Disk used by the log",
  "detail.doubtful.about":
    "Repaired samples that could belong to more than one function or line. They are distributed by likelihood and marked ≈.",
  "detail.doubtful.label": "Doubtful samples",
  "detail.end.about": "Why the recording ended. What was recorded until then is complete.",
  "detail.end.label": "Ended",
  "detail.errorBar.about":
    "As in a poll, samples give an estimate: with 95 % certainty the true share is in this range. More samples make it narrower. The hover of a line shows its own range (±).",
  "detail.errorBar.label": "Error bar",
  "detail.errorBar.value": "a line shown with 50 % has between {low} and {high}",
  "detail.fallback.about":
    "The exact recorder needs flags on the command line of the app's own Node.js. Where they cannot be added, the inspector is used instead.",
  "detail.fallback.label": "Why not exact",
  "detail.inferred.about": "The inspector does not record at which line a function called the next one.",
  "detail.inferred.label": "Lines of callers",
  "detail.inferred.value": "worked out from the source, ≈ where not certain",
  "detail.interval.about": "Mean time between two samples of this recording. Each sample stands for this much time.",
  "detail.interval.label": "Interval",
  "detail.killed.about":
    "The inspector keeps the samples inside the app until they are fetched, so a process that is killed (SIGKILL, out of memory) loses them. The exact recorder writes them to disk as they come.",
  "detail.killed.label": "If the app is killed",
  "detail.killed.value": "its samples are lost with it",
  "detail.live.about": "The figures grow every second or two. The run that is saved at the end separates waiting from work more exactly.",
  "detail.live.label": "State",
  "detail.live.value": "live: still recording",
  "detail.loop.about":
    "Part of the recorded time in which the main thread was not waiting for events, as counted by Node.js. Near 100 % the app has no capacity left.",
  "detail.loop.label": "Event loop busy",
  "detail.node.about": "Version of the Node.js that ran the app, and of V8, its JavaScript engine.",
  "detail.node.label": "Node.js",
  "detail.problem.about": "Something that Heatline noticed in the recording and worked around.",
  "detail.problem.label": "Note",
  "detail.problem.times": "Note, {count} times",
  "detail.recorder.label": "Recorder",
  "detail.repaired.about":
    "In some of its built-in functions V8 loses the JavaScript function that called them. Heatline puts that function back, using what other samples show at the same place.",
  "detail.repaired.label": "Repaired samples",
  "detail.repaired.value": "{ticks} ({share} of the busy ones)",
  "detail.selected.about":
    "Heat, hovers, lenses, Hot Functions and the flame graph show this part only. “Heatline: Show Everything” ends that.",
  "detail.selected.label": "Shown",
  "detail.testRuns.about":
    "A test with fewer than 300 samples of your own code runs again, up to 20 times or for 30 s. The figures are those of all its runs together.",
  "detail.testRuns.label": "Runs of the test",
  "detail.testStart.about":
    "Node.js and the test runner starting, and modules being loaded and compiled. This time is not part of the run.",
  "detail.testStart.label": "Start and compilation",
  "detail.thread.about": "Process {pid}. Each thread has its own samples; together they make up the run.",
  "detail.thread.repaired": "{repaired} repaired, {doubtful} doubtful",
  "detail.thread.value": "{busy} busy samples, {share} of the run; one every {interval}",
  "detail.ticks.about":
    "A sample is one look at what a thread is doing at that moment. Busy samples are those in which it was not waiting; every share you see is a share of the busy samples.",
  "detail.ticks.label": "Samples",
  "detail.ticks.value": "{all} in all, {busy} busy",
  "detail.window.about": "Length of the measured part, without the warm-up of the load run.",
  "detail.window.label": "Recorded for",
  "details.app": "What ran",
  "details.insides": "Inside V8",
  "details.measured": "How it was measured",
  "details.problems": "Notes",
  "details.threads": "Threads and processes",
  "end.cancelled": "the load was cancelled",
  "end.crashed": "the app crashed",
  "end.disconnected": "the app's inspector was closed",
  "end.exited": "the app ended by itself",
  "end.load-ended": "with the load run",
  "end.recovered": "Heatline was ended while it recorded",
  "end.stopped": "it was stopped",
  "end.time-cap": "at the maximum duration",
  "exact.contradicted":
    "The app is started with {argument}, which contradicts an option by which Heatline has V8 log samples.\nCosts come from the inspector instead. For exact costs, start the app without it.",
  "exact.diskFilled": "The recording ended early: it reached its disk limit.",
  "exact.fileTooLarge":
    "The recording ended early: V8's log reached the largest size that a file can have here (ulimit -f).\nRaise the limit (ulimit -f unlimited), then record again.",
  "exact.flagsNotListed": "{file} did not list its V8 flags.\nCosts come from the inspector instead.",
  "exact.folderGone": "The recording ended early: its folder {folder} was deleted.",
  "exact.logUnreadable": "The recording could not be read: {reason}.\nRecord for a shorter time, or sample less often.",
  "exact.missingFlags": "Node {version} does not know {flags}.\nCosts come from the inspector instead.",
  "exact.noDiskSpace": "The recording ended early: the disk of {folder} is full.",
  "exact.noLog":
    "{name} was not recorded: V8 wrote no log of its samples.\nStart the app again, or record with the inspector (heatline.recorder).",
  "exact.noPipe": "The pipe for V8's log could not be opened: {reason}.\nCosts come from the inspector instead.",
  "exact.ownProfiler":
    "The app is started with {argument}, and V8 logs no samples while that runs.\nCosts come from the inspector instead.",
  "exact.readAtEnd": "V8's log was read after the app had ended, since the pipe for it could not be opened: {reason}.",
  "exact.runsAlready":
    "The app was already running, and V8 logs samples only from a process's start.\nStart it with Heatline for exact costs.",
  "exact.otherNode":
    "For this process “node” was {file}, not the Node.js that Heatline found in PATH, so V8 did not log its samples.\nCosts come from the inspector instead. For exact costs, put the folder of this Node.js first in PATH before you start Heatline.",
  "exact.singleExecutable":
    "{file} is a single executable application, which takes no arguments that make V8 log its samples.\nCosts come from the inspector instead. For exact costs, run the script that it was built from with “node”.",
  "exact.smallFiles":
    "Files can have at most {megabytes} MB here (ulimit -f), too little for V8's log.\nCosts come from the inspector instead. For exact costs, raise the limit (ulimit -f unlimited).",
  "exact.startedPast":
    "The process was started as {file}, without the arguments that make V8 log its samples.\nCosts come from the inspector instead. For exact costs, start it as plain “node”.",
  "exact.threadNote": "{name}: {why}\nIts costs come from the inspector instead.",
  "exact.unlogged":
    "V8 logged no samples for {seconds} s in which the app worked, so what ran then is missing.\nUsually another profiler in the app prevents it (--cpu-prof, an APM agent): turn that off, or record with the inspector (heatline.recorder).",
  "exact.unloggedThread":
    "{name}: V8 logged no samples for {seconds} s in which the app worked, so what ran then is missing.\nUsually another profiler in the app prevents it (--cpu-prof, an APM agent): turn that off, or record with the inspector (heatline.recorder).",
  "exact.unwritten":
    "V8 had not yet written the last samples when the process ended: some {samples}, {percent} % of the run. What ran then is missing.\nIf you need that part, record again.",
  "file.cutShort": "The file is cut short: {reason}.",
  "file.inflates": "{file} unpacks to more than {times} times its size.\nUnpack it yourself if you trust it.",
  "file.missing": "{file} does not exist.\nCheck the path.",
  "file.notFile": "{file} is not a file.\nName a profile or the folder of a run.",
  "file.unreadable": "{file} cannot be read: {reason}.\nCheck its permissions.",
  "filter.below": "{share} left out: only below {name}",
  "filter.file": "{share} left out: only through {file}",
  "filter.functions": "in {shown} functions",
  "filter.functions#one": "in {shown} function",
  "filter.hidden": "hidden, counted for the callers: {what}",
  "filter.merged": "recursion merged",
  "filter.noFunction": "There is no function {name} in this profile.\nName one as heatline report lists it, or as NAME@FILE:LINE.",
  "filter.severalFunctions": "Several functions are called {name}: {places}.\nName one with its place, such as {example}.",
  "filter.uncalled": "{share} of the busy time has no shown caller and is left out",
  "firefox.damaged": "{name}, a profile of Firefox or samply, is cut short or damaged: it is not valid JSON.\nSave or record it again.",
  "firefox.empty": "{name} is a profile of Firefox or samply without samples.\nRecord again, for longer, while the app works.",
  "firefox.memory": "{name} is a profile of Firefox or samply that measures memory, not time.\nOpen a CPU profile.",
  "firefox.noJavaScript": "No stack names a JavaScript function. With samply, record an app that was started with node --perf-basic-prof.",
  "firefox.onlyFunctions": "samply names functions but no lines, so only functions have costs.",
  "flamebearer.damaged": "The flame graph {name} by Pyroscope is cut short or damaged.\nSave it again.",
  "flamebearer.empty": "The flame graph {name} by Pyroscope has no samples.\nSave one of a time when the app works.",
  "flamebearer.isDifference":
    "{name} is a difference of two profiles by Pyroscope.\nSave the two profiles and compare them: heatline compare BEFORE AFTER",
  "flamebearer.notTime":
    "The flame graph {name} by Pyroscope counts {unit}, not time; Heatline shows CPU profiles.\nSave one of the type process_cpu or wall.",
  "flamebearer.onlyFunctions":
    "Pyroscope's flame graphs name functions but no lines, so only functions have costs. Its pprof files can have lines.",
  "hover.calledBy": "{name} is called by",
  "hover.calledFrom": "at {place}",
  "hover.calls": "Calls from here",
  "hover.candidates":
    "≈ Up to {ticks} samples more ({share}) may belong to this line: the profile does not tell which of several calls they came through.",
  "hover.candidates#one":
    "≈ Up to {ticks} sample more ({share}) may belong to this line: the profile does not tell which of several calls they came through.",
  "hover.column.perRequest": "CPU per request",
  "hover.column.share": "share",
  "hover.column.ticks": "samples",
  "hover.column.time": "time",
  "hover.deoptimised": "Deoptimised here since the app started",
  "hover.deoptimised.about":
    "V8 optimises code for the kinds of values that it has seen, and discards it when others come. A few times are normal; the same reason many times costs time.",
  "hover.details": "Details",
  "hover.editedSince": "This function was edited after the run; the figures are for the code that ran.",
  "hover.expressions": "By expression",
  "hover.foundByEnd": "The app ran elsewhere, so this file was found by the end of its path: {pairs}.",
  "hover.inferred": "≈ {ticks} of {total} samples were put on this line by inference, not by measurement.",
  "hover.inferred#one": "≈ {ticks} of {total} sample was put on this line by inference, not by measurement.",
  "hover.madeOf": "Time spent in",
  "hover.maybeOnStack": "≈ On the stack in 0 to {ticks} of {busy} busy samples: up to {share}",
  "hover.maybeOnStack#one": "≈ On the stack in 0 to {ticks} of {busy} busy sample: up to {share}",
  "hover.natives": "Native code called from here",
  "hover.natives.about":
    "Code of V8 and Node.js that is not JavaScript. Names with IC read or write properties; Megamorphic ones do it for objects of many shapes, which is slow.",
  "hover.noise": "Fewer than ten samples: too few to tell from noise.",
  "hover.onStack": "On the stack in {ticks} of {busy} busy samples: {share}",
  "hover.onStack#one": "On the stack in {ticks} of {busy} busy sample: {share}",
  "hover.optimisation": "Code of {name} that ran",
  "hover.optimisation.about":
    "V8 interprets a function at first, and compiles it in steps to faster code while it stays hot. A hot function that is mostly interpreted was compiled late, or its optimised code was discarded.",
  "hover.readOn": "Read more",
  "hover.repaired": "{ticks} of {total}",
  "hover.row.self": "self",
  "hover.row.total": "total (with all it calls)",
  "hover.row.withLibraries": "attributed",
  "hover.showInFlame": "Show in flame graph",
  "inspector.endedEarly": "it ended before they could be fetched",
  "inspector.lostSamples": "The samples of {name} are lost: {reason}.",
  "inspector.noAnswer": "no answer within {seconds} s",
  "inspector.noSources": "The sources of {name} could not be read as they ran: {reason}.",
  "inspector.processKilled": "its process was killed, and the inspector keeps samples inside the process",
  "launch.badArgument": "“{name}” in the launch configuration is wrong: {reason}.\nCorrect it in the launch configuration.",
  "launch.badLoad": "“{name}” of the load is wrong: {reason}.\nCorrect it.",
  "launch.badPlan": "{problem}\nCorrect it.",
  "load.allFailed":
    "Every request failed ({failed}), so the profile shows the app failing. {tool} does not say whether any of them were answered.\nCheck the URL, path, method, headers and body, and the app's output.",
  "load.autocannonEnded": "The load tool ended early (exit code {exitCode}).\nStart the load run again.",
  "load.autocannonEndedBecause": "The load tool ended early (exit code {exitCode}): {reason}.\nStart the load run again.",
  "load.badUrl": "“{url}” is not an http or https address.\nCorrect the URL, for example http://127.0.0.1:3000.",
  "load.bodyFileElsewhere":
    "The body file {file} is not in the app's folder {folder}, so it is not sent.\nCopy it into that folder, and correct the body file.",
  "load.connectionsEnded":
    "No request to {url} was answered: its server ended every connection.\nCheck whether it speaks http or https there.",
  "load.duringMeasurement": "{how} in the measured run",
  "load.duringWarmup": "{how} in its warm-up run",
  "load.firstAnswerEndless":
    "The answer to a first request to {url} began, but was not complete within {seconds} s.\nChoose a path whose answer ends: a stream of events does not. Without a warm-up the load does not wait for it.",
  "load.firstRequestTimeout":
    "A first request to {url} had no answer within {seconds} s.\nCheck the path, and in the app's output what it is busy with. Without a warm-up the load does not wait for it.",
  "load.interimTaken":
    "The app sends interim answers ({statuses}) before its final ones, and {tool} takes them for final answers: its figures are wrong, the profile is right.\nUse autocannon, which is built in: it counts final answers only.",
  "load.lacksMemory":
    "The load tool could not reserve memory: {reason}.\nNode.js needs far more than it uses. If its address space is limited, raise that limit (ulimit -v unlimited); else give the machine or container more memory. Then start the load again.",
  "load.largeBodyFile": "The body file {file} is larger than {megabytes} MB.\nChoose a smaller file.",
  "load.noAnswer":
    "No request was answered ({failed} connections failed, {timedOut} timed out).\nCheck the URL and that the app answers it.",
  "load.noAnswerFrom":
    "No request to {url} was answered ({failed} connections failed, {timedOut} timed out).\nCheck the URL and that the app answers it.",
  "load.noAnswerInTime":
    "No request to {url} was answered in time ({timedOut} timed out).\nThe profile shows what the app did meanwhile. Use fewer connections to get figures per request.",
  "load.noBodyFile": "The body file {file} does not exist.\nCorrect the body file; its path starts in the app's folder.",
  "load.noCompleteAnswer":
    "No answer from {url} was complete in time, though {megabytes} MB of them had arrived.\nThe profile shows what the app did meanwhile. Choose a longer duration, fewer connections or a smaller answer; a stream that never ends cannot be measured.",
  "load.noDebianTool":
    "The load tool {tool} was not found in PATH.\nOn Debian or Ubuntu: sudo apt install {package}. Or choose autocannon: it is built in.",
  "load.noJmeter":
    "The load tool jmeter was not found in PATH.\nInstall Apache JMeter 5.6 or later from jmeter.apache.org: Debian's own package, 2.13, sends nothing. Or choose autocannon: it is built in.",
  "load.noSuccess":
    "No response had a 2xx status, so the profile shows the app redirecting or failing.\nCheck path, method, headers and body, and the app's output.",
  "load.noTool":
    "The load tool {tool} was not found in PATH.\nInstall it or correct the command line. Or choose autocannon: it is built in.",
  "load.nobodyAnswers":
    "Nothing answers at {url} ({reason}).\nCheck host and port against what the app listens on, and that the app still runs.",
  "load.onlyErrors":
    "Every answer was an error, so the profile shows the app failing.\nCheck path, method, headers and body, and the app's output.",
  "load.onlyErrorsOf":
    "Every answer was an error ({statuses}), so the profile shows the app failing.\nCheck path, method, headers and body, and the app's output.",
  "load.onlyHttp2":
    "{url} answers only HTTP/2, which this load tool does not speak.\nUse h2load (of nghttp2), or let the server answer HTTP/1.1, too.",
  "load.running": "A load run is already in progress.\nWait for its end or cancel it.",
  "load.cookieArgument":
    "The setup requests gave the app's cookies {cookies}, which are not passed to {tool}: they would be arguments, which every user of this machine can read in the list of processes.\nUse autocannon or wrk, or choose that no cookies are sent.",
  "load.cookieOfCommand":
    "The setup requests gave the app's cookies {cookies}, which a command line cannot get: nothing was sent with them.\nUse autocannon or another tool that sends the plan's requests, or choose that no cookies are sent.",
  "load.setupFailed": "The setup request {request} failed: {reason}.\nCheck the setup requests and the app's output.",
  "load.setupNoValue":
    "The answer to the setup request {request} has no value for {value}. It has: {has}.\nCorrect the name in the braces, or the setup request.",
  "load.setupNoValues":
    "The answer to the setup request {request} has no value for {value}: it is neither JSON nor a page with fields.\nCorrect the setup request. Its whole text is {whole}, a header of it {header}.",
  "load.setupNotYet":
    "{value} names the answer to {request}, but no setup request with that name was sent before.\nGive the setup request this name, or put it first.",
  "load.setupRefused":
    "The setup request {request} was answered with status {status}.\nCorrect the setup requests, or what the app needs for them.",
  "load.setupRefusedBecause":
    "The setup request {request} was answered with status {status}: {body}\nCorrect the setup requests, or what the app needs for them.",
  "load.severalServers": "The requests go to several servers: {urls}.\nA load run sends requests to one server only: remove the others.",
  "load.stuck": "The load did not end on time and was stopped. What was recorded is kept.\nUse fewer connections, or a lower rate.",
  "load.toolExitedAfterReport":
    "{why}, after a complete report.\nIts figures are kept. Find the reason in its documentation: some tools end so when a limit that you gave was passed.",
  "load.tooManyConnections":
    "The load has {connections} connections, but a process may open {most} here.\nUse at most {most} connections, or raise the limit of open files (ulimit -n) and start again.",
  "load.toolExited": "{tool} ended with exit code {exitCode}",
  "load.toolFailed": "{why}.\nWhat was recorded is kept, without load figures. Fix the cause and start the load again.",
  "load.toolFailedInWarmup": "{why}.\nNothing was recorded yet. Fix the cause and start the load again.",
  "load.toolNotRun": "The load tool could not be run: {reason}.",
  "load.toolSignalled": "{tool} was ended by {signal}",
  "load.unknownOutput":
    "Heatline does not know the format of the output of {tool}, so the run has no load figures.\nThe profile is complete. Figures are read from autocannon --json, wrk, wrk2, ab, oha, hey, vegeta, bombardier, h2load, siege, artillery, locust, k6 and JMeter.",
  "austin.notTime":
    "{name} has austin's samples of the mode {mode}, whose numbers are not times alone.\nRecord with austin's default mode, or with -s for CPU time.",
  "graalvm.damaged": "{name} of GraalVM's CPU sampler is cut short or damaged: it is not valid JSON.\nRecord it again.",
  "graalvm.empty": "{name} of GraalVM's CPU sampler has no samples.\nRecord again, for longer, while the app works.",
  "graalvm.onlyFunctions": "GraalVM's CPU sampler names functions but not the lines they were at, so only functions have costs.",
  "hermes.callerLines":
    "Hermes names the lines of calls. Where the innermost function was, it does not know, so the function itself has no lines.",
  "hermes.empty": "The trace {name} of Hermes has no samples.\nRecord again, for longer, while the app works.",
  "otlp.damaged": "The OpenTelemetry profile {name} is cut short or damaged.\nCopy or record it again.",
  "otlp.empty": "The OpenTelemetry profile {name} has no samples.\nRecord again, for longer, while the app works.",
  "otlp.foreignLines": "Lines are as the program that wrote this OpenTelemetry profile noted them.",
  "otlp.oldVersion":
    "{name} is an OpenTelemetry profile of an early version without a table of stacks.\nWrite it with a version that follows opentelemetry-proto 1.10 or later, or save pprof instead.",
  "otlp.onlyFunctions": "This OpenTelemetry profile names functions but no lines, so only functions have costs.",
  "own.fileUnusable":
    "{file} is missing or damaged: Heatline is being updated, or its installation is incomplete.\nReload the window in VS Code, or run the command again; if that does not help, install Heatline again.",
  "pass.appEnded": "The app ended before its load was over.\nThe run is as before. Start the app again to see what it says.",
  "pass.attached":
    "Heatline is attached to this app and cannot restart it.\nStart the app with Heatline, measure it, and explain that run.",
  "pass.noLoad": "A pass sends the load of the run again, and “{tool}” sends none.\nMeasure with a load that Heatline sends.",
  "pass.notWritten": "The pass recorded nothing.\nThe run is as before. Try it again.",
  "perfScript.empty": "{name} is output of perf script without stacks.\nRecord with perf record -g.",
  "perfScript.noInterval": "The recording does not say how long a sample is, so each counts as one millisecond.",
  "perfScript.noJavaScript": "No stack names a JavaScript function. Record an app that was started with node --perf-basic-prof.",
  "perfScript.noStacks":
    "The recording has no call stacks, so only the running functions have costs. Record with perf record -g to see their callers.",
  "perfScript.notTime": "perf counted {event}, so shares are shares of that and not of time.",
  "perfScript.occurrences":
    "{name} counts {event}, not time; Heatline shows CPU profiles.\nRecord the time and open that: perf record -F 999 -g, then perf script > stacks.txt",
  "perfScript.onlyFunctions": "perf names functions but no lines, so only functions have costs.",
  "perfScript.otherEvents": "Samples of another event were left out.",
  "perfScript.unnamed": "perf found no name for some frames ([unknown]).",
  "pprof.chosenType":
    "Each sample has several values; {type} is shown, not {others}. The editor asks for a time when it opens the file; heatline report has --sample-type NAME.",
  "pprof.damaged": "The pprof profile {name} is cut short or damaged.\nCopy or record it again.",
  "pprof.empty": "The pprof profile {name} has no samples.\nRecord again, for longer, while the app works.",
  "pprof.foreignLines":
    "Lines are as the program that wrote this pprof profile noted them. If it took them from V8's inspector, the time of an inlined function is in the function around it.",
  "pprof.isDifference":
    "{name} is the difference of two profiles (go tool pprof -diff_base), so it has no costs to show.\nOpen the two profiles and compare them, or run heatline compare BEFORE AFTER.",
  "pprof.isHeapProfile": "{name} is a heap profile; Heatline shows CPU profiles.\nOpen it with go tool pprof.",
  "pprof.namelessFrames":
    "Frames without a function name are shown by their address. Where the program is installed, go tool pprof -proto PROGRAM {name} > named.pb.gz adds names. In profiles of the whole system, JavaScript has names only if Node.js ran with --perf-basic-prof.",
  "pprof.noSampleType": "{name} has no time or count of the type {type}.\nIt has: {types}.",
  "pprof.notTime":
    "{name} measures neither CPU time nor wall time; Heatline shows CPU profiles.\nOpen a CPU profile, or choose another time with heatline report --sample-type NAME.",
  "pprof.onlyFunctions": "This pprof profile names functions but no lines, so only functions have costs.",
  "pprof.otherLabels":
    "The samples have labels that are not shown: {labels}. To see one value alone, run this and open part.pb.gz: go tool pprof -proto -tagfocus=LABEL=VALUE {name} > part.pb.gz",
  "pprof.otherThreads":
    "{seconds} s of CPU time, {percent} % of the file, were used by threads that run no JavaScript (helpers of V8 and libuv). This time is left out: shares are of the threads that run JavaScript.",
  "pprof.unsymbolised":
    "{name} has addresses instead of function names: it was not symbolised. Where the program that ran is installed, add its names and open the result: go tool pprof -proto PROGRAM {name} > named.pb.gz",
  "plan.secretHeader":
    "{tool} takes headers only as arguments, which every user of this machine can read, so it does not get the header {name}; use autocannon or wrk.",
  "plan.secretPath":
    "{tool} takes the URL only as an argument, which every user of this machine can read, so it does not get the secret in {path}; use autocannon or wrk.",
  "plan.secretCommand":
    "Every user of this machine can read the arguments of a command, so none may have a secret ({words}); use autocannon or wrk, or put the command into a script that only you can read.",
  "plan.secretCommandPath":
    "Every user of this machine can read the arguments of a command, so it does not get the secret in {path}; use autocannon or wrk.",
  "profile.damaged": "{name} is damaged: {reason}.\nCopy or record it again.",
  "profile.empty": "{name} is empty.\nRecord it again.",
  "profile.isAsyncProfilerText":
    "{name} is a summary by async-profiler, which has no samples.\nRecord again with -o collapsed or -o otlp, and open that.",
  "profile.isArchive": "{name} is a ZIP archive.\nUnpack it, and open the profile that is in it.",
  "profile.isBpftrace":
    "{name} is the output of bpftrace, which Heatline does not read.\nCount stacks with @[ustack] = count(), fold them with stackcollapse-bpftrace.pl, and open the result.",
  "profile.isConvertedHermes":
    "{name} is a trace of Hermes that was converted for Chrome, without its samples.\nOpen the one that Hermes wrote: npx react-native profile-hermes --raw",
  "profile.isConvertible":
    "{name} is a profile by {tool}, in a format that Heatline does not read.\nConvert it and open the result: {command}",
  "profile.isCoverage":
    "{name} is a report of code coverage, which has no times.\nRecord a CPU profile and open that: node --cpu-prof app.js",
  "profile.isHar": "{name} is a HAR file with requests, not a profile.\nIn VS Code, the load form imports it and sends these requests.",
  "profile.isHeapProfile": "{name} is a heap profile; Heatline shows CPU profiles.\nOpen it in Chrome DevTools' Memory panel.",
  "profile.isHeapSnapshot": "{name} is a heap snapshot; Heatline shows CPU profiles.\nOpen it in Chrome DevTools' Memory panel.",
  "profile.isInstruments":
    "{name} is an export of Instruments, which Heatline does not read.\nRecord with samply and open its file: samply record --save-only -o profile.json node app.js",
  "profile.isJfr":
    "{name} is a recording of Java Flight Recorder or async-profiler.\nTurn it into stacks and open these: jfrconv -o collapsed {name} stacks.txt",
  "profile.isMojo": "{name} is a binary file of austin.\nTurn it into text and open that: mojo2austin {name} samples.austin",
  "profile.isJsonLines":
    "{name} has a JSON value on each line, like a log file; it is not a profile.\nRecord a CPU profile and open that: node --cpu-prof app.js",
  "profile.isNodeReport":
    "{name} is a diagnostic report of Node.js, which has no samples.\nRecord a CPU profile and open that: node --cpu-prof app.js",
  "profile.isOldFirefox":
    "{name} is a recording by the developer tools of an old Firefox, in a format that Heatline does not read.\nRecord again with the profiler of a current Firefox, and save its profile as a file.",
  "profile.isOtherFile": "{name} is a file of {tool}, not a CPU profile.\nRecord a CPU profile and open that: node --cpu-prof app.js",
  "profile.isOtherJson":
    "{name} is a JSON file, but none of the profiles that Heatline reads.\nRecord a CPU profile and open that: node --cpu-prof app.js",
  "profile.isOtherProfile":
    "{name} is a profile by {tool}, in a format that Heatline does not read.\nRecord a CPU profile and open that: node --cpu-prof app.js",
  "profile.isOwnReport": "{name} is a report that heatline report --json wrote.\nOpen the run or the profile that it describes.",
  "profile.isOwnRun": "{name} is a part of a run of Heatline.\nOpen the folder that it is in.",
  "profile.isPage":
    "{name} is a web page, which has no samples that Heatline reads.\nOpen the profile that it was made from; 0x writes one with --write-ticks.",
  "profile.isPerfData":
    "{name} is a recording in perf's own format.\nTurn it into text and open that: perf script -i perf.data > stacks.txt",
  "profile.isPerfSummary":
    "{name} is the output of {tool}, which has no samples.\nRecord with perf record -g, and open the output of perf script: perf script > stacks.txt",
  "profile.isPicture":
    "{name} is an SVG picture, which has no samples.\nOpen the file that it was drawn from, such as the folded stacks for flamegraph.pl.",
  "profile.isProcessedLog":
    "{name} is a summary by node --prof-process, which has no samples.\nOpen the V8 log that it was made from, such as isolate-0x1234-5678-v8.log.",
  "profile.isSafari":
    "{name} is a timeline recording by Safari's Web Inspector, in a format that Heatline does not read.\nRecord in Chrome DevTools or Firefox, or the server's code: node --cpu-prof app.js",
  "profile.isSourceMap": "{name} is a source map; Heatline shows CPU profiles.\nOpen a profile of the code that the map belongs to.",
  "profile.isStackvis":
    "{name} has stacks with commas, as stackvis writes them.\nOpen the file that stackvis read, such as the output of perf script.",
  "profile.manyThreads": "Threads beyond the first 256 were left out.",
  "profile.noSampleTypes": "{name} is not a pprof profile, and only these have sample types.\nLeave --sample-type out.",
  "profile.noSamples": "{name} has no samples.\nRecord it again, for longer, while the app works.",
  "profile.tooDeep": "A stack of this profile has more than {limit} frames.\nLower the recorder’s limit for the depth of stacks.",
  "profile.tooLarge": "{name} is larger than {limitMb} MB.\nRecord for a shorter time or at a longer interval.",
  "profile.tooManyFiles":
    "The functions of this profile are in more than {limit} files.\nRecord for a shorter time, or a part of the program.",
  "profile.tooManyFrames": "The stacks of this profile have more than {limit} frames.\nRecord for a shorter time or at a longer interval.",
  "profile.tooManyFunctions": "This profile names more than {limit} functions.\nRecord for a shorter time, or a part of the program.",
  "profile.tooManyLines": "This profile has costs on more than {limit} lines.\nRecord for a shorter time, or a part of the program.",
  "profile.tooManyObjects": "This file holds more than {limit} objects.\nRecord for a shorter time or at a longer interval.",
  "profile.tooManySamples": "This profile has more than 20 million samples.\nRecord for a shorter time or at a longer interval.",
  "profile.tooManyStacks": "This profile has more than {limit} different stacks.\nRecord for a shorter time or at a longer interval.",
  "profile.tooManyValues": "This file holds more than {limit} values.\nRecord for a shorter time or at a longer interval.",
  "profile.unknownFormat":
    "{name} is not a profile that Heatline can read.\nIt opens its own runs, and: V8 log, preprocessed V8 log, DevTools trace, 0x ticks, Firefox profile, speedscope, .cpuprofile, perf script output, collapsed stacks, Pyroscope flame graph, pprof, OpenTelemetry profile, Hermes trace, austin samples, GraalVM CPU sampler (also as .gz).",
  "reason.exited": "it ended with exit code {exitCode}",
  "reason.noAnswerIn": "no answer within {seconds} s",
  "reason.paused": "its process is paused",
  "reason.blocked": "its process waits in a synchronous call",
  "reason.notCompleteIn": "the response was not complete within {seconds} s",
  "recorder.exact.about":
    "At every tick V8 wrote the whole stack to its log, with file, line and column of each call. Lines of callers are measured, not guessed. Nothing is lost, however the app ends.",
  "recorder.exact.name": "exact: V8's tick log",
  "recorder.exact.word": "exact",
  "recorder.import.about": "Heatline did not record these samples. They are as exact as the tool that did.",
  "recorder.import.name": "opened from a file",
  "recorder.import.word": "imported",
  "recorder.inspector.about":
    "It gives the exact line of the function that was running, but not the lines of its callers: those are worked out from the source and marked ≈ where they are not certain.",
  "recorder.inspector.name": "inspector: the profiler behind Chrome DevTools",
  "recorder.inspector.word": "inspector",
  "report.allFailed": "all {shown} requests failed",
  "report.after": "after",
  "report.app": "App",
  "report.before": "before",
  "report.blocks": "What blocked the event loop",
  "report.blocks.at": "at (s)",
  "report.blocks.block": "blocked",
  "report.blocks.busyTurn": "busy turn",
  "report.blocks.gc": "garbage collection",
  "report.blocks.more": "and {shown} more",
  "report.blocks.noCpu": "no CPU",
  "report.blocks.none": "Nothing kept the event loop from turning for over 50 ms.",
  "report.blocks.source": "source",
  "report.blocks.thread": "thread",
  "report.blocks.time": "time",
  "report.blocks.what": "what",
  "report.blocks.withoutCpu": "{what}, {time} without CPU",
  "report.busy": "Busy time",
  "report.busyPer.request": "Busy time per request",
  "report.busyPer.run": "Busy time per run of the test",
  "report.busyPer.second": "Busy time per second",
  "report.byAfter": "Width by the new run",
  "report.byBefore": "Width by the old run",
  "report.change": "change",
  "report.changedFunctions": "Functions that changed",
  "report.changedLines": "Lines that changed",
  "report.commit": "Commit",
  "report.connections": "{shown} connections",
  "report.deeper": "Deeper frames are left out.",
  "report.failed": "{shown} requests failed",
  "report.faster": "faster",
  "report.filter": "Filter",
  "report.function": "function",
  "report.functions": "Hottest functions by self",
  "report.interim": "{statuses}, not counted",
  "report.interimTaken": "figures wrong: {tool} takes {statuses} for final answers",
  "report.line": "line",
  "report.lines": "Hottest lines of own code",
  "report.load": "Load",
  "report.madeOf": "Made of",
  "report.matched": "Matched: {share}",
  "report.measured": "Measured for",
  "report.muchFaster": "much faster",
  "report.muchSlower": "much slower",
  "report.noFunctions": "No function was sampled.",
  "report.noLines": "No line of own code was hot.",
  "report.noWebgl": "The flame graph cannot be drawn: this browser has no WebGL.",
  "report.node": "Node.js",
  "report.noneChanged": "None changed significantly.",
  "report.note": "Note",
  "report.perSecond": "{requests} req/s",
  "report.place": "place",
  "report.recorder": "Recorder",
  "report.resetZoom": "Reset Zoom",
  "report.search": "Search",
  "report.restAndSpan": "the rest of the run → the span",
  "report.selection": "Selected threads and time",
  "report.self": "self",
  "report.slower": "slower",
  "report.started": "Started",
  "report.ticks": "samples",
  "report.toolDelay": "{shown} sent up to {time} late by the load tool",
  "report.total": "total",
  "report.unsent": "{shown} requests due, but not sent",
  "report.verdict": "verdict",
  "report.was": "{now} (was {before})",
  "report.wholeLoad": "Load (of the whole run)",
  "report.withLibraries": "attributed",
  "run.badField": "run.json, {field}: {reason}",
  "run.badFile": "{file}: {reason}",
  "run.badHash": "a source has no valid hash",
  "run.damaged": "The run {name} is damaged ({reason}).\nDelete it and record a new run.",
  "run.foreignFolder":
    "{folder} belongs to another user, so no run is written there.\nName a folder of yours with --out, or record elsewhere.",
  "run.gone": "The run no longer exists.\nRefresh the list of runs.",
  "run.kept":
    "The run could not be written to {folder}: {reason}. It is kept in {kept}.\nFree some space there or make the folder writable, then move the run there.",
  "run.lost": "The recording of {name} that began at {time} is lost: Heatline's recording process was killed, and {why}.\nRecord it again.",
  "run.lostInspector": "the inspector keeps its samples in the app until a recording ends",
  "run.lostNoLog": "V8's log has no samples of it",
  "run.lostUnderLoad":
    "The recording of {name} that began at {time} is lost: Heatline's recording process was killed, and {why}. Its load had reached {requests} requests, {rate} per second.\nRecord it again.",
  "run.lostUnmeasured": "nothing had been measured yet",
  "run.missingFile": "{file} is missing",
  "run.newer": "The run {name} was written by a newer version of Heatline.\nUpdate Heatline to open it.",
  "run.notExported": "The export could not be written to {file}: {reason}.\nChoose another place.",
  "run.notInTrash": "The run is no longer in the trash.\nIt cannot be restored.",
  "run.notInWorkspace": "{folder} is not among the runs of this workspace.\nRefresh the list of runs.",
  "run.notJson": "run.json is not valid JSON",
  "run.notMoved": "The run could not be moved: {reason}.\nCheck the permissions of its folder.",
  "run.notRun": "{folder} is not a Heatline run.\nOpen a folder that Heatline wrote, or record a new run.",
  "run.notWritten": "The run could not be written to {folder}: {reason}.\nFree some space there, or make the folder writable.",
  "run.recovered":
    "Heatline's recording process was killed. This run was made afterwards from V8's log, up to the last line in it; the figures of a load are the last ones that it reported.",
  "run.shortWork":
    "Work in short pieces is shown too low here, because V8's sampler had to share a core.\nGive the app a second core, or load it fully.",
  "run.tooLarge": "{file} is too large, or not a file",
  "samples.badDeopts": "its deoptimisations are not valid",
  "samples.badHeader": "its header cannot be read",
  "samples.badInterval": "its interval is not a valid time",
  "samples.badNames": "its names are not text",
  "samples.badSizes": "its sizes are not numbers",
  "samples.cutShort": "it was cut short",
  "samples.headerCutShort": "its header is cut short",
  "samples.headerNotObject": "its header is not an object",
  "samples.notSamples": "it is not a file of samples",
  "samples.otherVersion":
    "The recorded samples were written by another version of Heatline.\nRecord the run again, or open it with the version that wrote it.",
  "samples.outOfBounds": "a {what} is out of bounds",
  "samples.stackOrder": "a stack comes before its callers",
  "samples.timeOrder": "its times are out of order",
  "samples.tooLong": "it is longer than its header says",
  "samples.unevenTables": "its tables differ in length",
  "samples.unreadable": "The recorded samples cannot be read: {reason}.\nDelete the run and record it again.",
  "script.badMap": "The source map of {script} cannot be read, so its generated lines are shown.",
  "script.contradicted":
    "{file} is not the code that was profiled: {contradicted} of {judged} functions are not where the profile has them. Lines marked ≈ were found by the names of functions; other functions have no lines. For exact lines, record the program with Heatline, or choose the sources of that commit (--path-mapping).",
  "script.notParsed": "{file} could not be parsed, so calls on one line are not told apart.",
  "script.otherLines":
    "The line numbers in this profile are those of code that a loader or compiler made of {file}, so only its functions have costs. To see lines, record the program with Heatline.",
  "script.severalTexts": "{file} ran with several texts. The one with most samples has the file's name; the others have a number, too.",
  "selection.below": "below {name}",
  "selection.dropped": "Not in this run, so no longer selected: {names}.",
  "selection.empty": "{name} has no samples here: {selection}.\nChoose another thread, a longer span or another filter, or everything.",
  "selection.file": "through {file}",
  "selection.functions": "{shown} functions",
  "selection.name": "“{name}”",
  "selection.names": "{names}, “{name}”",
  "selection.noMeasure": "{name} has no measure called {measure}.\nIts measures are: {names}.",
  "selection.noMeasures": "{name} has one measure only, so there is none to choose.\nLeave the measure out.",
  "selection.noRoute": "{name} has no route called “{route}”.\nIts routes are: {names}{more}.",
  "selection.noRouteName": "no route",
  "selection.noRoutes": "It is not known which request {name} worked for.\nRun Explain… to measure its routes, or record with --routes.",
  "selection.noThread": "{name} has no thread called “{thread}”.\nIts threads are: {names}{more}.",
  "selection.noTimes":
    "The file does not say when its samples were taken, so no part of its time can be selected.\nSelect a thread or filter its functions, or open a file that has times, such as a .cpuprofile.",
  "selection.nothing": "Nothing was measured here ({selection}). Show Everything",
  "selection.outside": "{name} was recorded for {length} s, so nothing of it is after {from} s.\nChoose a span within these {length} s.",
  "selection.routes": "{shown} routes",
  "selection.span": "{from} to {to} s",
  "selection.spans": "{shown} spans of time",
  "selection.threads": "{shown} threads",
  "selection.without": "without {what}",
  "session.alreadyBegun": "This session has begun already.\nStart another session for another app.",
  "session.alreadyInitialised": "The editor initialised this session already.\nStart another session instead.",
  "session.badRequest": "The editor sent a request that is not valid: {name}: {reason}.",
  "session.bug": "Heatline failed: {reason}",
  "session.detaching": "Heatline keeps what was recorded and detaches from the app, which keeps running.",
  "session.ending": "Heatline keeps what was recorded and ends the app…",
  "session.explaining": "Heatline is measuring this app again to explain a run.\nWait until that is over, or cancel it.",
  "session.noBreakpoints": "Heatline records where the time goes and does not stop. Use the Node.js debugger to stop here.",
  "session.noPause": "A recorded app cannot be paused.\nUse the Node.js debugger to pause it.",
  "session.noTerminal": "The terminal could not be opened: {reason}.\nSet “console” to internalConsole.",
  "session.notInitialised": "The request {request} came before initialize.\nSend initialize first.",
  "session.notLaunched": "Nothing was launched yet.\nStart the session first.",
  "session.notSupported": "Heatline does not support the request {request}.\nIt records an app and does not debug it.",
  "session.notStopped": "Nothing is stopped: a recorded app keeps running.\nUse the Node.js debugger to step through it.",
  "session.showLog": "Show Log",
  "shown.noFrame": "The flame graph shows another run now.\nOpen the flame graph again.",
  "shown.noRun": "No run is shown.\nProfile the app or open a run from the history first.",
  "shown.noRoute": "This run has no such route.\nChoose another route, or show all of them.",
  "shown.noThread": "This run has no such thread.\nChoose another thread, or show all of them.",
  "sources.badMap": "The source map of {script} could not be read; the script is shown as it ran.",
  "sources.badMaps": "The source maps of {script} and {count} other scripts could not be read; they are shown as they ran.",
  "sources.badMaps#one": "The source maps of {script} and {count} other script could not be read; they are shown as they ran.",
  "sources.elsewhere":
    "{source} is outside the workspace and the folder of the profile, so it was not read. Open its folder, or name it with --source.",
  "sources.elsewhereMore":
    "Files outside the workspace and the folder of the profile were not read: {source} and {more} more. Open their folder, or name it with --source.",
  "sources.foundByEnds":
    "The sources are not where the app ran, so they were found by the ends of their paths: {pairs}. If that is wrong, set path mappings (heatline.pathMappings or --path-mapping).",
  "sources.foundByEndsNotMapped":
    "No source is where the path mapping leads ({there} → {here}), so they were found by the ends of their paths: {pairs}. Correct the mapping (pathMappings, heatline.pathMappings or --path-mapping).",
  "sources.leftOut": "Sources were left out of the run because they exceed 64 MiB in all.",
  "sources.mappingUnused":
    "No path of the app begins with {there}, so its path mapping ({there} → {here}) does nothing; the app ran in {folder}. Correct pathMappings.",
  "sources.missing": "An original source that a source map names is not in the workspace, or not on disk: {source} (of {script}).",
  "sources.missingMore":
    "Original sources that source maps name are not in the workspace, or not on disk: {source} (of {script}) and {more} more.",
  "sources.newer":
    "{source} is newer than {script}, which was built from it. If it was changed since, the older code ran and lines may be off: build again, then measure.",
  "sources.newerMore":
    "Files are newer than what was built from them: {source} and {more} more. If they were changed since, the older code ran and lines may be off: build again, then measure.",
  "sources.notFound":
    "None of the app's sources were found on this machine; they were in {there}. Open the folder that has them, or set a path mapping (heatline.pathMappings or --path-mapping).",
  "sources.notFoundWhereMapped":
    "None of the app's sources were found on this machine; they were in {there}, which is mapped to {here}. Open the folder that has them, or set a path mapping (heatline.pathMappings or --path-mapping).",
  "speedscope.backwards": "Some events are earlier than the one before. They count as simultaneous with it.",
  "speedscope.badEvents": "Events without a time, or of an unknown kind, were left out.",
  "speedscope.badOrder": "Some calls end before calls that they made, or end without having begun. Each counts for as long as it was open.",
  "speedscope.badSamples": "Samples that are not lists of frames were left out.",
  "speedscope.badWeights": "Samples without a usable weight were left out.",
  "speedscope.bytes":
    "The speedscope profile {name} counts bytes: it is a memory profile, and Heatline shows CPU profiles.\nOpen a CPU profile.",
  "speedscope.damaged": "The speedscope profile {name} is cut short or damaged: it is not valid JSON.\nCopy or record it again.",
  "speedscope.empty": "The speedscope profile {name} has no samples.\nRecord again, for longer, while the app works.",
  "speedscope.noWeights": "The profile has no weights, so all its samples count the same.",
  "speedscope.onlyFunctions": "speedscope's format names functions but no lines, so only functions have costs.",
  "speedscope.openCalls": "Calls have no end in the profile. They count until its last moment.",
  "speedscope.otherUnits": "Profiles in another unit were left out, as their numbers cannot be added to these.",
  "speedscope.unknownFrames": "Frames that the file does not list are shown as (unknown).",
  "speedscope.unknownUnit": "The unit {unit} is not known, so shares are right, but each unit counts as one millisecond.",
  "standing.beforeLoad": "ended before its load",
  "standing.byHand": "driven by hand",
  "standing.cancelled": "cancelled",
  "standing.crashed": "crashed",
  "standing.endedEarly": "ended early",
  "standing.failedStart": "failed to start",
  "standing.failing": "{share} failed",
  "standing.good": "complete",
  "standing.noLoad": "no load",
  "standing.noRate": "as fast as possible",
  "standing.noSamples": "no samples",
  "standing.stopped": "stopped",
  "tail.advice.error": "Check that the app still listens on this address, and read its output.",
  "tail.advice.noAnswer": "Check that the app answers this request. If it was only busy, send fewer at once, or let the load run longer.",
  "tail.advice.signIn": "Sign in, in the load form, and start the load again.",
  "tail.advice.status": "Correct the request in the load form, and read the app's output.",
  "tail.allFailed": "Every request failed ({how}). {advice}",
  "tail.alsoNamed": "Also: {places}.",
  "tail.andMore": "{request} and {shown} more",
  "tail.at": "at (s)",
  "tail.blocked": "{place} blocked the loop for {time}",
  "tail.blockedMeanwhile": "blocked the loop meanwhile",
  "tail.blockedTimes": "{place} blocked the loop {shown} times, {time} in all",
  "tail.cause.block": "{place} blocked the event loop while {shown} of {slow} slow requests waited, for up to {time}.",
  "tail.cause.gc": "garbage collection stopped the app during {shown} of {slow} slow requests.",
  "tail.cause.idle": "the app was idle during {shown} of {slow} slow requests, which waited for something else.",
  "tail.cause.line": "{place} ran more than usual in the slow moments.",
  "tail.cause.moreLoad": "the cause is not known yet. About {seconds} s of this load would do.",
  "tail.cause.noCpu": "no CPU for the app during {shown} of {slow} slow requests.",
  "tail.cause.noneSlow": "all requests took about the same time.",
  "tail.cause.sentLate": "sent late: {shown} of {slow} slow requests only waited to be sent.",
  "tail.cause.unknown": "the cause is not known.",
  "tail.collected": "garbage collection for {time}",
  "tail.detail": "{request}, {from} to {to} s of the recording.",
  "tail.detailBlocked": "While it waited, {what}.",
  "tail.detailLine": "{place} ran more than usual while it waited, for this request or another one.",
  "tail.failed": "Failed requests: {shown} ({how}). How long an answer would have taken is unknown, so they do not count as fast.",
  "tail.failedBy": "{how}: {shown}",
  "tail.failedFrom": "{shown} failed requests from {at} s on",
  "tail.headline": "p99 {p99}: {cause} Median {p50}, slowest {slowest}.",
  "tail.how": "how it ended",
  "tail.idle": "app idle for {time}",
  "tail.moment": "{shown} requests at {at} s",
  "tail.momentUnsent": "{shown} more were due and never sent",
  "tail.mostlyIdle":
    "In {shown} of the {slow} slowest requests the app was idle most of the time: they waited for something outside it, or for the load tool.",
  "tail.named":
    "{place} stands out: {inside} of the busy time in {episodes} slow moments, {outside} at other times. Certainty: {certainty}.",
  "tail.noRequests": "No request was answered in the selected part of the run.",
  "tail.none": "No request was slow.",
  "tail.nothingStandsOut":
    "In {episodes} slow moments no line of your own code ran significantly more than at other times. The requests may have waited for something outside the app.",
  "tail.onlyLate": "slow only because it was sent {time} late",
  "tail.onlyNoCpu": "Requests that took as long only because the app had no CPU: {shown}. Close other programs and measure again.",
  "tail.outcome.error": "connection failed",
  "tail.outcome.load-end": "no answer before the load ended",
  "tail.outcome.timeout": "timed out",
  "tail.outcome.unsent": "due, but never sent",
  "tail.over": "over {share}",
  "tail.ranMore": "ran more than usual",
  "tail.rate":
    "This load had no rate: it sent each request only after an answer. Requests that would have come in a slow moment were not sent, which hides how slow it was. Send {rate} requests per second to see it.",
  "tail.request": "request",
  "tail.sentLate": "sent {time} late",
  "tail.status": "status {status}",
  "tail.time": "latency",
  "tail.title": "Slowest requests",
  "tail.tooFewEpisodes": "Too few slow moments to name a line: {shown}, and {needed} are needed. About {seconds} s of this load would do.",
  "tail.tooFewRequests": "Too few requests to name a line: {shown}, and {needed} are needed. About {seconds} s of this load would do.",
  "tail.upTo": "up to {slowest}",
  "tail.unsent":
    "Requests never sent: {shown}. They were due while all connections waited for late answers. Neither p99 nor the list counts them.",
  "tail.withoutCpu": "{time} without CPU",
  "terminal.badAuthorization":
    "HEATLINE_AUTHORIZATION contains characters that a header cannot have.\nSet it to the value of the Authorization header on one line.",
  "terminal.neverListened":
    "The app ended before it listened on a port, so no load was sent.\nLeave out --load to record a program that ends by itself. What it did was recorded and kept.",
  "terminal.otherPort": "The app does not listen on {port}, but on {ports}.\nChoose one of these with --port, or leave --port out.",
  "terminal.noMappedFolder": "The folder {folder} does not exist.\nCorrect --path-mapping.",
  "terminal.noSourceFolder": "The folder {folder} does not exist.\nCorrect --source.",
  "terminal.noGoodRun": "No run in {folder} can be compared; the newest one: {why}.\nRecord a run that completes, or name two runs.",
  "terminal.oneRun": "There is only one run in {folder} that can be compared.\nRecord another one, or name two runs.",
  "terminal.noneLike": "No earlier run is like {name}. {why}\nRecord it once more, or name two runs.",
  "terminal.noRuns": "{folder} is not a folder of runs.\nName a folder of runs, or two runs.",
  "terminal.sameRun": "A run cannot be compared with itself.\nName the run before and the run after.",
  "test.nothingRecorded":
    "No sample of your own code was taken while “{name}” ran (runs: {runs}).\nCheck in its output that the test ran, or call what it tests many times in a loop.",
  "text.because": "{what}: {reason}",
  "text.or": "{one} or {other}",
  "text.plain": "{text}",
  "ticksJson.damaged": "{name} has ticks that are cut short or damaged: they are not valid JSON.\nRecord them again.",
  "ticksJson.onlyFunctions": "0x's ticks name functions but no lines, so only functions have costs.",
  "tier.baseline": "baseline (Sparkplug)",
  "tier.interpreted": "interpreted (Ignition)",
  "tier.maglev": "half optimised (Maglev)",
  "tier.turbofan": "optimised (TurboFan)",
  "timeline.block": "{place}, {time}",
  "timeline.block.unplaced": "Blocked for {time}",
  "timeline.busyTurn": "Busy turn, {time}: most in {place}",
  "timeline.busyTurn.unplaced": "Busy turn, {time}: the event loop ran Node.js, V8 or dependencies, none of your own code",
  "timeline.fileOnly":
    "A profile file has samples only: it says nothing about requests and late turns of the event loop. Record the app with Heatline to see them.",
  "timeline.gc": "Garbage collection, {time}: started while {place} ran",
  "timeline.gc.unplaced": "Garbage collection, {time}",
  "timeline.noCpu": "No CPU for {time} of {length}: the machine ran other programs, or the thread waited in Atomics.wait",
  "timeline.noLateTurns":
    "The event loop was not watched in this run, so what blocked it is unknown. Record it again; apps of Node.js 18 and later are watched.",
  "timeline.noLoad": "No load was sent in this run, so there are no requests to show. Send one from the load form.",
  "timeline.noSingleRequests": "{tool} does not report single requests. Use autocannon, vegeta or h2load to see them here.",
  "timeline.olderRun":
    "An earlier version of Heatline recorded this run, without its single requests and late turns of the event loop. Measure again to see them.",
  "timeline.testRun": "A run of a test has neither requests nor late turns of an event loop.",
  "timeline.withoutCpu": "{what}, {time} of it without CPU",
  "trace.cutShort": "The trace is cut short. It is shown up to the cut.",
  "trace.damaged": "The trace {name} is cut short or damaged: it is not valid JSON.\nSave or record it again.",
  "trace.noProfile":
    "The trace {name} has no JavaScript samples.\nRecord it in DevTools' Performance panel, or in Node with createTracing() of node:trace_events and the category disabled-by-default-v8.cpu_profiler.",
  "unlike.command": "The runs are of different commands ({base}, then {next}).",
  "unlike.connections": "The loads had different numbers of connections ({base}, then {next}).",
  "unlike.folder": "The runs are of apps in different folders ({base}, then {next}).",
  "unlike.loaded": "Only one of the runs had load ({base}, then {next}).",
  "unlike.pipelining": "The loads had different pipelining ({base}, then {next}).",
  "unlike.rate": "The loads had different rates, in requests per second ({base}, then {next}).",
  "unlike.requestDetails": "The requests of the loads ({base}, then {next}) had different headers, bodies or weights.",
  "unlike.requests": "The loads sent different requests ({base}, then {next}).",
  "unlike.setup": "The loads had different setup requests.",
  "unlike.standing": "The runs did not both complete ({base}, then {next}).",
  "unlike.test": "The runs are of different tests ({base}, then {next}).",
  "unlike.tool": "The loads were sent by different tools ({base}, then {next}).",
  "url.badCertificate":
    "The certificate of {host} is not trusted: {reason}.\nCheck the host name. If the certificate comes from an authority of your own, set NODE_EXTRA_CA_CERTS to the authority's certificate file.",
  "url.badLogin":
    "The server of {name} refuses the given Authorization header ({status}).\nCheck its value: on the terminal it comes from HEATLINE_AUTHORIZATION.",
  "url.badRedirect": "{name} redirects to something that is not a URL.\nCheck the URL and its server.",
  "url.failed": "{name} could not be fetched: {reason}.\nCheck the URL, and that its server is running.",
  "url.hasPassword":
    "The URL contains a user name or a password, which would be kept in histories and logs.\nLeave them out: a login goes into the Authorization header.",
  "url.invalid": "This is not a valid URL.\nEnter one such as http://localhost:6060/debug/pprof/profile?seconds=10.",
  "url.noLogin":
    "{name} requires a login ({status}).\nOn the terminal, set HEATLINE_AUTHORIZATION to the value of the Authorization header, such as “Bearer TOKEN”.",
  "url.notEncrypted":
    "{name} would be fetched without encryption: others on the network could read and change the profile, and read a token.\nUse https, or add --plain-http.",
  "url.notHttp": "Profiles are fetched over http and https only.\nSave the profile to a file and open that file.",
  "url.page":
    "{name} is a web page, not a profile.\nUse the URL of the profile itself, such as http://localhost:6060/debug/pprof/profile?seconds=10.",
  "url.redirectsElsewhere": "{name} redirects to another host, {other}, so nothing was fetched.\nUse that URL if you trust the host.",
  "url.redirectsTooOften": "{name} redirects more than {limit} times.\nCheck the URL.",
  "url.redirectsUnencrypted":
    "{name} redirects to {other} without encryption, so nothing was fetched.\nUse that URL if you trust the network.",
  "url.status": "The server answered {status} for {name}.\nCheck the URL.",
  "url.statusBecause": "The server answered {status} for {name}: {reason}.\nCheck the URL.",
  "url.tooSlow": "{name} did not arrive completely within {seconds} s.\nTry again, or fetch a shorter profile (seconds=…).",
  "v8Log.badLines": "The V8 log has lines that cannot be read.",
  "v8Log.badPositions": "The V8 log has source positions that cannot be read.",
  "v8Log.badTicks": "The V8 log has ticks that cannot be read.",
  "v8Log.cutStacks": "Stacks deeper than V8 records (255 frames) lack their outermost frames.",
  "v8Log.endedUnknown": "The V8 log ends code that it never created.",
  "v8Log.longLines": "The V8 log has lines that are too long to be read.",
  "v8Log.lostTicks": "V8 lost ticks because its buffer was full.",
  "v8Log.movedUnknown": "The V8 log moves code that it never created.",
  "v8Log.noPositions": "The V8 log has no source positions, so only functions have costs. Record it with --log-source-position.",
  "v8Log.placelessTicks":
    "V8 keeps no line positions for some of its code, so those samples count for the function only. Record with --no-sparkplug to see their lines.",
  "v8Log.positionsUnknown": "The V8 log has positions of code that it never created.",
  "v8LogJson.damaged": "The preprocessed V8 log {name} is cut short or damaged: it is not valid JSON, or has no ticks.\nRecord it again.",
  "v8LogJson.losesBuiltins":
    "A preprocessed V8 log no longer says which of V8's builtins was running, so not all lost frames can be put back. Open the log itself if you have it.",
  "verdict.better": "better",
  "verdict.load": "changed with the load",
  "verdict.new": "new",
  "verdict.noise": "no significant change",
  "verdict.vanished": "gone",
  "verdict.worse": "worse",
} as const;
