import { createHmac } from "node:crypto";
import type { Outbound, OutboundResponse } from "../kernel/outbound/outbound.ts";
import { Problem } from "../kernel/problem.ts";
import { type LogLine, type RunningScript, ScriptStopped } from "./script-runtime.ts";

/** Timeout for an integration's response, in milliseconds. */
const time = 10_000;

/** Limit on the bytes of a response that are read. */
const maxResponseBytes = 1024 * 1024;

export interface Delivery {
  /** URL that events are posted to. */
  readonly url: string;
  readonly event: Readonly<Record<string, unknown>>;
  /** The installation's context, in the form that scripts for this API expect. */
  readonly environment: Readonly<Record<string, unknown>>;
  readonly signingSecret: string;
  readonly signal: AbortSignal;
}

export interface Delivered {
  readonly ok: boolean;
  readonly logs: readonly LogLine[];
}

/**
 * Posts an event to an endpoint as JSON, signed: `X-Copydesk-Signature` is `t=<seconds>,v1=<HMAC-SHA256 of
 * "<seconds>.<body>", hexadecimal>`.
 */
export function postEvent(
  outbound: Outbound,
  { url, event, environment, signingSecret, signal }: Delivery,
  now: string,
): Promise<Delivered> {
  const body = Buffer.from(JSON.stringify(event));
  const seconds = Math.floor(Date.parse(now) / 1000);
  const signature = createHmac("sha256", signingSecret).update(`${seconds}.`).update(body).digest("hex");
  const headers = {
    "Content-Type": "application/json",
    "X-Copydesk-Event": String(event.eventId),
    "X-Copydesk-Signature": `t=${seconds},v1=${signature}`,
    ...tokenHeaders(new URL(url), environment),
  };
  return send(url, () => outbound.send(url, { headers, body }, { bytes: maxResponseBytes, time, signal }));
}

/** Whether nobody in between can read what is sent to a URL: over HTTPS, or on this machine. */
export const isConfidential = ({ protocol, hostname }: Pick<URL, "protocol" | "hostname">): boolean =>
  protocol === "https:" || hostname === "127.0.0.1" || hostname === "[::1]";

/** The API token, only over a connection that nobody in between can read. */
function tokenHeaders({ protocol, hostname }: URL, { apiTokens, apiEndpoint }: Members): Record<string, string> {
  const token = (apiTokens as { readonly installation?: string } | undefined)?.installation;
  if (token === undefined || !isConfidential({ protocol, hostname })) return {};
  return { "X-Copydesk-Token": token, "X-Copydesk-Api": String(apiEndpoint) };
}

/** Posts an event to a developer's tunnel, in the form that scripts for this API expect. */
export async function postToTunnel(
  outbound: Outbound,
  { url, event, environment, signal }: Omit<Delivery, "signingSecret">,
): Promise<Delivered> {
  if (!isConfidential(new URL(url))) {
    return { ok: false, logs: [{ level: "error", message: "Not sent: the tunnel's address must begin with https." }] };
  }
  const encoded = new Response(createEventForm(event, environment));
  const body = Buffer.from(await encoded.arrayBuffer());
  const headers = { "Content-Type": encoded.headers.get("content-type") ?? "" };
  const target = new URL("/v1", url).href;
  return send(target, () => outbound.send(target, { headers, body }, { bytes: maxResponseBytes, time, signal }));
}

/** Runs an event through the integration's own script. */
export async function runScript(
  script: RunningScript,
  { event, environment }: Pick<Delivery, "event" | "environment">,
): Promise<Delivered> {
  try {
    const { status } = await script.post(createEventForm(event, environment));
    const { ok, line } = readStatus(status, "The script");
    const logs = await script.finish();
    return { ok, logs: line.level === "error" || status === notHandled ? [...logs, line] : logs };
  } catch (error) {
    if (!(error instanceof ScriptStopped)) throw error;
    return { ok: false, logs: [...error.logs, { level: "error", message: `Ended: ${error.message}.` }] };
  }
}

/** The status that the public runtime returns for events that a script has no handler for. */
const notHandled = 406;

function readStatus(status: number, who: string): { readonly ok: boolean; readonly line: LogLine } {
  if (status === notHandled) {
    return {
      ok: true,
      line: { level: "info", message: `${who} answered 406: it does not handle this type of event.` },
    };
  }
  const ok = status >= 200 && status < 300;
  return { ok, line: { level: ok ? "info" : "error", message: `${who} answered ${status}.` } };
}

type Members = Readonly<Record<string, unknown>>;

/** The form in which scripts for this API receive events. */
export function createEventForm(event: Members, environment: Members): FormData {
  const form = new FormData();
  form.set("event", JSON.stringify(event));
  form.set("environment", JSON.stringify(environment));
  return form;
}

async function send(url: string, post: () => Promise<OutboundResponse>): Promise<Delivered> {
  const { host } = new URL(url);
  try {
    const { status } = await post();
    const { ok, line } = readStatus(status, host);
    return { ok, logs: [line] };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return { ok: false, logs: [{ level: "error", message: error.message }] };
  }
}
