import type { LoadFormState } from "../../../webview/load/incoming.ts";
import { answeredProposals, asking, done, formState, mixed, plan, redirected, wrongScheme } from "../load-form.ts";

export const everything = {
  ...plan,
  setup: plan.requests,
  requests: [
    { ...plan.requests[0]!, method: "POST", headers: { "content-type": "application/json" }, body: "{}" },
    { ...plan.requests[0]!, path: "/api/v1/customers/27/orders?sort=created&notify=true", weight: 12 },
  ],
};
const proposals = Array.from({ length: 12 }, (_, line) => ({
  method: "DELETE",
  path: `/api/v1/customers/:customer/orders/${line}`,
  from: `customer-orders.ts:${line}`,
}));
const error = { message: "Nothing answers.", remedy: "Check the address." };

const offer = {
  label: "Wait for Restart",
  about: "a-rather-long-name-of-a-file.controller.ts and 3 more files were saved since this run.",
  help: "You restart the app; Heatline attaches to it again, measures it and compares.",
};

const signIn = { by: "basic", page: "", method: "GET", action: "", user: "", password: "", hidden: [], isAfterSetup: false } as const;
const refused = { doubt: "status", request: "GET /test", milliseconds: 2, status: 401, reason: "Unauthorized", firstLine: "" } as const;
const unsigned = { ...refused, signIn: { ...signIn, values: [], cookies: [] } };

/** Each state with the label of its main action. */
export const states: Readonly<Record<string, readonly [LoadFormState, string]>> = {
  idle: [formState({ phase: "idle", report: done.report, hotLines: done.hotLines }), "Profile Current App"],
  starting: [formState({ phase: "starting", origins: [] }), "Stop App"],
  ready: [formState({ phase: "ready" }), "Start Load"],
  proposing: [formState({ phase: "ready", proposals }), "Start Load"],
  answered: [formState({ phase: "ready", proposals: answeredProposals }), "Start Load"],
  full: [
    formState({ phase: "ready", plan: everything, origins: ["http://127.0.0.1:3000", "https://127.0.0.1:3001"], error }),
    "Start Load",
  ],
  imported: [
    formState({ phase: "ready", plan: everything, imported: { summary: "2 requests from shop.har.", leftOut: ["a"], asked: [] } }),
    "Start Load",
  ],
  command: [formState({ phase: "ready", plan: { ...plan, tool: "command", command: "wrk -d10s ${url}" } }), "Start Load"],
  manual: [formState({ phase: "ready", plan: { ...plan, tool: "manual" } }), "Start Recording"],
  asking: [asking, "Change Request"],
  redirected: [redirected, "Change Request"],
  wrongScheme: [wrongScheme, "Use HTTPS"],
  unsigned: [formState({ phase: "asking", firstResponses: [unsigned] }), "Sign In First"],
  signedIn: [formState({ phase: "ready", signedInAs: "ada" }), "Start Load"],
  loading: [formState({ phase: "loading", heatAtEnd: true }), "Cancel"],
  explaining: [formState({ phase: "explaining", origins: [] }), "Stop App"],
  recording: [formState({ phase: "recording", heatAtEnd: true }), "Stop Recording"],
  done: [done, "Start Load Again"],
  mixed: [{ ...done, report: mixed }, "Start Load Again"],
  changed: [{ ...done, changedFile: "a-rather-long-name-of-a-file.controller.ts" }, "Restart App"],
  again: [{ ...done, again: offer, isComparable: true }, offer.label],
  againIdle: [formState({ phase: "idle", again: offer }), offer.label],
  comparable: [formState({ phase: "idle", isComparable: true }), "Profile Current App"],
  ended: [{ ...done, appRunning: false, origins: [] }, "Profile Current App"],
};
