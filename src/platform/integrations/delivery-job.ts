import type { Context } from "../kernel/context.ts";
import type { Row } from "../kernel/database/tables.ts";
import type { JobKind, RunningJob } from "../kernel/jobs/job-kind.ts";
import { openColumn, sealColumn } from "../kernel/secrets/sealed-columns.ts";
import { type Delivered, postEvent, postToTunnel, runScript } from "./deliver.ts";
import { nextWaiting, updateEvent } from "./events-rows.ts";
import { findInstallation } from "./installations-rows.ts";
import { findStoredIntegration } from "./integrations-rows.ts";
import { type DeliveryInput, queueDelivery } from "./record-event.ts";
import type { Api } from "./script-gate.ts";
import { environmentOf, findScriptRuntime, type RunningScript, ScriptStopped, startScript } from "./script-runtime.ts";
import { removeUnpublished } from "./uninstall.ts";

/** Retry delays of an event in milliseconds, each with 10% jitter. */
const pauses = [1_000, 2_000, 4_000];

/** Milliseconds after which another job continues, so that a long queue does not block others. */
const longestTurn = 60_000;

/** Limit on log lines stored per event. */
const mostLogs = 200;

/** Milliseconds after which outcomes are stored, even if more could be sent first. */
const longestBatch = 250;

interface WaitingEvent {
  readonly row: Row<"integration_event">;
  readonly payload: Readonly<Record<string, unknown>>;
}

interface Ready {
  /** At least one, oldest first. */
  readonly events: readonly WaitingEvent[];
  readonly integration: Row<"integration">;
  readonly signingSecret: string;
  readonly environment: Readonly<Record<string, unknown>>;
  /** The program that runs scripts; undefined if there is none. */
  readonly runtime: string | undefined;
  readonly api: Api;
}

/** Delivers an installation's pending events, oldest first. An event that failed permanently is skipped. */
export const deliveryJob: JobKind<DeliveryInput> = {
  time: 5 * 60_000,
  async run({ installation }, job) {
    const end = performance.now() + longestTurn;
    const scripts = new Scripts(job);
    try {
      while (performance.now() < end) {
        const ready = await job.read((context) => findNext(context, installation));
        if (ready === undefined) break;
        const outcomes = await deliverBatch(ready, job, scripts);
        await job.step(async (context) => {
          for (const { event, delivered } of outcomes) await settle(context, event.row, delivered);
          const stored = await findStoredIntegration(context.queries, ready.integration.name);
          if (stored?.visibility === "unpublished") await removeUnpublished(context.queries, stored.name);
        });
      }
    } finally {
      await scripts.stop();
    }
    return async (context) => {
      const [left] = await nextWaiting(context.queries, installation);
      if (left === undefined) return;
      await queueDelivery(context, installation, left.due_at > context.now ? left.due_at : context.now);
    };
  },
};

async function findNext(context: Context, id: string): Promise<Ready | undefined> {
  const { queries, now } = context;
  const waiting = await nextWaiting(queries, id);
  const later = waiting.findIndex(({ due_at }) => due_at > now);
  const events = later < 0 ? waiting : waiting.slice(0, later);
  const [first] = events;
  const integration = first && (await findStoredIntegration(queries, first.integration));
  if (integration === undefined) return undefined;
  const installation = await findInstallation(queries, id);
  return {
    events: events.map((row) => ({
      row,
      payload: JSON.parse(openColumn(queries, "integration_event.payload", row)) as WaitingEvent["payload"],
    })),
    integration,
    signingSecret: openColumn(queries, "integration.signing_secret", integration),
    environment: await environmentOf(context, integration, installation),
    runtime: findScriptRuntime(context.scriptRuntime),
    api: { origin: context.origin, call: context.callApi },
  };
}

interface Outcome {
  readonly event: WaitingEvent;
  readonly delivered: Delivered;
}

/** Sends events one at a time, until one fails: the following ones wait for it. */
async function deliverBatch(ready: Ready, job: RunningJob, scripts: Scripts): Promise<Outcome[]> {
  const end = performance.now() + longestBatch;
  const outcomes: Outcome[] = [];
  for (const event of ready.events) {
    const delivered = await deliver(event, ready, job, scripts);
    outcomes.push({ event, delivered });
    if (!delivered.ok || performance.now() > end) break;
  }
  return outcomes;
}

async function deliver(
  { row: event, payload }: WaitingEvent,
  { integration, signingSecret, environment, runtime, api }: Ready,
  job: RunningJob,
  scripts: Scripts,
): Promise<Delivered> {
  const { signal } = job;
  const isOwn = event.organization === integration.organization;
  if (integration.tunnel_url !== null && (isOwn || integration.tunnel_all === 1)) {
    const { tunnel_url: url } = integration;
    return postToTunnel(job.outbound, { url, event: payload, environment, signal });
  }
  if (integration.endpoint !== null) {
    const { endpoint: url } = integration;
    return postEvent(job.outbound, { url, event: payload, environment, signingSecret, signal }, event.created_at);
  }
  if (runtime === undefined) return { ok: false, logs: [{ level: "error", message: noRuntime }] };
  const started = await scripts.of(integration, runtime, api);
  if (started instanceof ScriptStopped) {
    return { ok: false, logs: [...started.logs, { level: "error", message: `Not started: ${started.message}.` }] };
  }
  return runScript(started, { event: payload, environment });
}

const noRuntime =
  "Not run: no runtime for scripts is here. Install the package workerd beside Copydesk, or name its program with --script-runtime. Or give the integration an endpoint.";

/** The script of the installation's integration, kept in one process until it changes or exits. */
class Scripts {
  readonly #job: RunningJob;
  #running: { readonly version: number; readonly script: RunningScript } | undefined;

  constructor(job: RunningJob) {
    this.#job = job;
  }

  async of({ version, script }: Row<"integration">, runtime: string, api: Api): Promise<RunningScript | ScriptStopped> {
    if (this.#running?.version === version && !this.#running.script.hasEnded) return this.#running.script;
    await this.stop();
    try {
      const started = await startScript(runtime, script, {
        outbound: this.#job.outbound,
        api,
        signal: this.#job.signal,
      });
      this.#running = { version, script: started };
      return started;
    } catch (error) {
      if (error instanceof ScriptStopped) return error;
      throw error;
    }
  }

  async stop(): Promise<void> {
    await this.#running?.script.stop();
    this.#running = undefined;
  }
}

declare module "../kernel/context.ts" {
  interface Setup {
    /** Handles an API request as if it came over HTTP. */
    callApi(request: Request): Promise<Response>;
    /** Path of the program that runs scripts; if undefined, the package `workerd` is used. */
    readonly scriptRuntime: string | undefined;
  }
}

const givenUp = (attempts: number) =>
  `Given up after ${attempts} attempts. Mend the cause, then send it again with \`replay\` of updateIntegrationInstallation.`;

async function settle(
  { queries, now }: Context,
  event: Row<"integration_event">,
  { ok, logs: added }: Delivered,
): Promise<void> {
  const attempts = event.attempts + 1;
  const pause = pauses[event.attempts];
  const end = ok || pause !== undefined ? [] : [{ level: "error", message: givenUp(attempts) }];
  const lines = [...added, ...end].map((line) => ({ timestamp: now, ...line }));
  const before = JSON.parse(openColumn(queries, "integration_event.logs", event)) as unknown[];
  const logs = JSON.stringify([...before, ...lines].slice(-mostLogs));
  const change = { attempts, logs: sealColumn(queries, "integration_event.logs", event, logs) };
  if (ok || pause === undefined) {
    return updateEvent(queries, event.id, { ...change, status: ok ? "success" : "failed", settled_at: now });
  }
  const due = Date.parse(now) + pause * (0.9 + 0.2 * Math.random());
  await updateEvent(queries, event.id, { ...change, due_at: new Date(due).toISOString() });
}
