import type { Translate } from "../texts.ts";

/** Every text of the load form. */
export type LoadText = ReturnType<typeof loadText>;

export function loadText(t: Translate) {
  return {
    profileApp: t("Profile Current App"),
    idleHelp: t("Starts your app, sends it load and shows where its CPU time goes, line by line."),
    starting: (app: string) => t("Starting {0}…", app),
    startingHelp: t("The load form opens as soon as the app listens on a port."),
    stopApp: t("Stop App"),
    restartApp: t("Restart App"),
    compare: t("Compare"),
    codeSaved: (file: string) => t("{0} was saved after the app started.", file),
    codeSavedHelp: t("The app still runs the old code unless it reloads by itself. Restart it to measure the change."),
    port: t("Port"),
    tool: t("Load"),
    toolAutocannon: t("autocannon (built in)"),
    toolManual: t("I will drive it myself"),
    manualHelp: t("Start the recording, use your app, then stop the recording."),
    more: t("More"),
    proposals: t("Proposed requests"),
    usedBefore: t("used before"),
    answered: (counts: string) => t("Answered since the app's start: {0}", counts),
    replaceParameter: (name: string) => t("Replace {0} with a value that exists.", name),
    curlFilled: (headers: number) =>
      headers === 0
        ? t("Filled in from the cURL command.")
        : headers === 1
          ? t("Filled in from the cURL command, with 1 header.")
          : t("Filled in from the cURL command, with {0} headers.", headers),
    curlLeftOut: (options: string) => t("Left out: {0}.", options),
    curlAddress: (here: string, there: string) => t("The load goes to {0}, not to {1}.", here, there),
    curlNoUrl: t("The cURL command has no URL."),
    curlBadUrl: (url: string) => t("{0} is not an http or https address.", url),
    curlOption: (option: string) => t("A load cannot do what {0} asks for, so nothing was filled in.", option),
    importRequests: t("Import…"),
    importHelp: t("Requests of a HAR file, an OpenAPI 3 document or a .http file"),
    notAsInFile: (count: number) => t("Notes on the import: {0}", count),
    someConnections: (count: number) => (count === 1 ? t("1 connection") : t("{0} connections", count)),
    someRequests: (count: number | string) => t("{0} requests", count),
    baseUrl: t("Address"),
    method: t("Method"),
    path: t("Path"),
    headersAndBody: t("Headers and body"),
    headers: t("Headers, one “name: value” per line"),
    body: t("Body"),
    connections: t("Connections"),
    measured: t("Measured"),
    duration: t("Duration, s"),
    warmup: t("Warm-up, s"),
    rate: t("Rate, req/s"),
    rateUnlimited: t("0 = no limit"),
    pipelining: t("Pipelining"),
    moreRequests: t("More requests"),
    moreRequestsHelp: t("Mixed with the first request, each as often as its weight says."),
    weight: t("Weight"),
    onlyFirst: (tool: string, count: number) => t("{0} sends the first request only; the list has {1}.", tool, count),
    perRequest: t("Per request"),
    failedOf: (count: string) => t("{0} failed", count),
    setupRequests: t("Setup requests"),
    setupHelp: t("Sent once, in order, before the warm-up, for example to sign in or create data."),
    request: (number: number) => t("Request {0}", number),
    addRequest: t("Add Request"),
    removeRequest: (number: number) => t("Remove request {0}", number),
    loadSettings: t("Load settings"),
    firstResponses: t("The load has not started"),
    sentOnce: t("Each request was sent once to see what the app answers. “Start Anyway” does not repeat it or the setup requests."),
    responseFailed: t("No response came."),
    responseIncomplete: t("The response began but was not complete."),
    speaksHttps: (host: string) => t("{0} answers HTTPS, not HTTP.", host),
    speaksHttp: (host: string) => t("{0} answers HTTP, not HTTPS.", host),
    speaksHttp2: (host: string) =>
      t(
        "{0} answers only HTTP/2, which this load tool does not speak. Use h2load (of nghttp2), or let the server answer HTTP/1.1, too.",
        host,
      ),
    responseStatus: t("A load would measure this error response."),
    responseRedirect: (to: string) =>
      to === "" ? t("A load would measure this redirect.") : t("A load would measure this redirect to {0}.", to),
    responseEmpty: t("The response has no body, so there may be nothing to measure."),
    changeRequest: t("Change Request"),
    useRedirect: (path: string) => t("Use {0}", path),
    startAnyway: t("Start Anyway"),
    startLoad: t("Start Load"),
    startLoadAgain: t("Start Load Again"),
    startRecording: t("Start Recording"),
    stopRecording: t("Stop Recording"),
    recording: t("Recording"),
    recordingHelp: t("Use your app now. Everything until you stop is recorded."),
    settingUp: t("Setup requests"),
    waiting: t("Waiting for the first response"),
    warmingUp: t("Warming up"),
    measuring: t("Measuring"),
    preparing: t("Starting the load…"),
    timeLeft: (seconds: string) => t("{0} left", seconds),
    cancel: t("Cancel"),
    cancelHelp: t("Cancel keeps what was recorded so far."),
    saving: t("Saving and analysing the run…"),
    requestsPerSecond: t("req/s"),
    requests: t("Requests"),
    errors: t("Errors"),
    failedRequests: t("Failed requests"),
    interimTaken: (tool: string, statuses: string) =>
      t("{0} takes the app's interim answers ({1}) for final ones: its figures are wrong.", tool, statuses),
    allFailed: t("No request succeeded."),
    interim: (status: string) => t("Answers with {0}, not counted", status),
    timeouts: t("Timeouts"),
    badStatus: (from: number) => t("Status {0} and above", from),
    transferred: t("Received"),
    noFailures: t("No errors"),
    average: t("Average"),
    max: t("Maximum"),
    latency: t("Latency"),
    units: units(t),
    chart: t("Requests per second and p99 latency over time"),
    spoken: (left: string, perSecond: string, p99: string, errors: string) =>
      t("{0}, {1} requests per second, p99 {2}, errors: {3}", left, perSecond, p99, errors),
    cancelled: t("Cancelled"),
    lastRun: t("Last run"),
    noLoad: t("Recorded without load."),
    hottestLine: t("Hottest line"),
    hottestLines: t("Hottest lines"),
    hottestSoFar: t("Hottest line so far"),
    goToHottest: (place: string) => t("Go to the hottest line, {0}", place),
    goToHotLine: (place: string) => t("Go to {0}", place),
    flameGraph: t("Flame Graph"),
    numberBetween: (low: number, high: number) => t("Enter a number from {0} to {1}.", low, high),
    wholeNumberBetween: (low: number, high: number) => t("Enter a whole number from {0} to {1}.", low, high),
    badBaseUrl: t("Enter an address like http://127.0.0.1:3000."),
    baseUrlWithPath: t("Enter only scheme, host and port; the path has its own field."),
    badPath: t("Enter a path like /orders?page=2, or paste a cURL command."),
    badName: t("Use letters, digits, - and _, and each name once."),
    unknownName: (value: string) => t("{0}: no setup request before has this name.", value),
    noSession: (tool: string) => t("{0} has one session for all connections, and takes no cookies of answers.", tool),
    badHeader: (line: number) => t("Line {0} is not “name: value”.", line),
    toolAb: "ab (ApacheBench)",
    toolCommand: t("Command line"),
    wrkHelp: t("wrk sends as fast as it can; it cannot limit the rate. Its figures appear at the end."),
    abHelp: t("ab repeats one request as fast as it can; it cannot limit the rate or pipeline. Its figures appear at the end."),
    programHelp: {
      oha: t("oha repeats one request. Errors are requests without a response; its own success rate counts 404 and 500 as successes."),
      hey: t(
        "hey repeats one request. Errors are requests without a response. The rate is that of the responses; the rate that hey prints counts errors, too.",
      ),
      vegeta: t(
        "vegeta mixes requests, at a rate or with as many workers as there are connections. Errors are requests without a response. Its rate is the requests by the time from the first start to the last.",
      ),
      bombardier: t(
        "bombardier repeats one request. Errors are requests without a response. The rate is the responses by the time; the rate that bombardier prints is a mean of samples.",
      ),
      h2load: t(
        "h2load repeats one request, over HTTP/2 where an https server prefers it. It does not connect again, and reports no error for refused connections or requests that are never answered.",
      ),
      siege: t(
        "siege repeats one request. Errors are answers with a status of 500 and above and requests without a response: it does not tell them apart. Its times have two decimals of a second.",
      ),
      artillery: t(
        "artillery starts one user per connection, who repeats the requests, or with a rate one user per request. Errors are requests without a response. It starts slowly, which the recording includes, and leaves no figures when cancelled.",
      ),
      locust: t(
        "locust starts one user per connection. Errors are answers with a status of 400 and above and requests without a response: it does not tell them apart. Its times are rounded to two digits.",
      ),
    },
    command: t("Command line"),
    commandHelp: t(
      "${url} stands for the address and path, ${connections} and ${duration} for the fields of those names. The command runs in the app's folder, without a shell. Figures are read from the output of autocannon --json, wrk, wrk2, ab, oha, hey, vegeta report, bombardier, h2load, siege, artillery, locust, k6 and JMeter.",
    ),
    bodyFile: t("File to send instead"),
    saveToLaunch: t("Save to launch.json"),
    timeSpent: (seconds: string) => t("for {0}", seconds),
    figuresAtEnd: t("This tool reports its figures when it ends."),
    heatAtEnd: t("Recorded through the inspector, which gives no live heat: the lines are coloured when the recording ends."),
    noFigures: (tool: string) => t("The output of {0} was not understood, so there are no load figures. The profile is complete.", tool),
    wholeSeconds: (tool: string) => t("{0} takes whole seconds only.", tool),
    noCommand: t("Enter a command line, such as wrk -d10s ${url}."),
    unclosedQuote: t("A quote is not closed."),
    shellSyntax: (part: string) => t("The command runs without a shell. To use {0}, wrap it in sh -c '…'.", part),
    unknownPlaceholder: (part: string) => t("{0} is not a known placeholder; use ${url}, ${connections} or ${duration}.", part),
    bodyMethod: (tool: string, methods: string) => t("{0} sends a body only with {1}.", tool, methods),
    secretHeader: (tool: string, name: string) => t("The header {1} is not passed to {0}.", tool, name),
    secretPath: (tool: string, path: string) => t("The secret in {1} is not passed to {0}.", tool, path),
    secretCommandPath: (path: string) => t("The secret in {0} is not passed to the command line.", path),
    secretInCommand: (words: string) => t("The command line has a secret: {0}", words),
    secretArguments: t("It would be an argument, which every user of this machine can read in the list of processes."),
    secretScript: t("You can also put the command into a script that only you can read."),
    noBody: (method: string) => t("A {0} request has no body.", method),
    bodyTwice: t("Give the body as text or as a file, not both."),
  };
}

/** Appended to a figure after a space. */
export interface Units {
  readonly milliseconds: string;
  readonly seconds: string;
  /** For powers of a thousand. */
  readonly bytes: readonly [string, string, string, string];
}

export function units(t: Translate): Units {
  return { milliseconds: t("ms"), seconds: t("s"), bytes: [t("B"), t("kB"), t("MB"), t("GB")] };
}
