import { connect } from "../host.ts";
import { pageTexts } from "../texts.ts";
import "../base.css";
import "./page.css";
import { toTimeline, type ToTimeline } from "./incoming.ts";
import { connectedTimeline } from "./messages.ts";
import type { FromTimeline } from "./outgoing.ts";

const host = connect<ToTimeline, FromTimeline>(toTimeline, (message) => timeline.receive(message));
const root = document.querySelector("main") ?? document.body;
const options = { t: pageTexts(), locale: document.documentElement.lang, place: "page" } as const;
const timeline = connectedTimeline(root, options, (message) => host.post(message));
host.post({ type: "timelineReady" });
