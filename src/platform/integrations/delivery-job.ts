import type { Context } from "../kernel/context.ts";
import type { Row } from "../kernel/database/tables.ts";
import type { JobKind, RunningJob } from "../kernel/jobs/job-kind.ts";
import { openColumn, sealColumn } from "../kernel/secrets/sealed-columns.ts";
import { type Delivered, postEvent, postToTunnel, runScript } from "./deliver.ts";
import { nextTasks, nextWaiting, updateEvent } from "./events-rows.ts";
import { findInstallation } from "./installations-rows.ts";
import { findStoredIntegration } from "./integrations-rows.ts";
import { type DeliveryInput, queueDelivery } from "./queue-event.ts";
import { type EventSubject, readContentEnvironment, readEnvironment } from "./script-environment.ts";
import type { Api } from "./script-gate.ts";
import { findScriptRuntime, type RunningScript, ScriptStopped, startScript } from "./script-runtime.ts";
import { removeUnpublished } from "./uninstall.ts";

/** Retry delays of an event in milliseconds, each with 10% jitter. */
const pauses = [1_000, 2_000, 4_000];

/** Milliseconds after which the queue continues in another job, so that slow scripts do not keep others waiting. */
const maxRunMs = 10_000;

/** Limit on log lines stored per event. */
const maxLogs = 200;

/** Events sent before their outcomes are stored, and so the most that are sent twice after a crash. */
const maxBatch = 20;

/** Milliseconds after which outcomes are stored, even if more could be sent first. */
const maxBatchMs = 250;

type Environment = Readonly<Record<string, unknown>>;

interface ReadyEvent {
  readonly event: Row<"integration_event">;
  readonly payload: EventPayload;
  readonly environment: Environment;
}

type EventPayload = EventSubject & Readonly<Record<string, unknown>>;

interface Ready {
  /** At least one, oldest first. */
  readonly events: readonly ReadyEvent[];
  readonly integration: Row<"integration">;
  readonly signingSecret: string;
  /** The program that runs scripts; undefined if there is none. */
  readonly runtime: string | undefined;
  readonly api: Api;
}

/**
 * Delivers the pending events of an installation, or the tasks of an integration, oldest first. An event that failed
 * permanently is skipped.
 */
export const deliveryJob: JobKind<DeliveryInput> = {
  time: 5 * 60_000,
  async run(input, job) {
    const end = performance.now() + maxRunMs;
    const scripts = new Scripts(job);
    try {
      while (performance.now() < end) {
        const ready = await job.read((context) => findNext(context, input));
        if (ready === undefined) break;
        const outcomes = await deliverBatch(ready, job, scripts);
        await job.step(async (context) => {
          for (const { event, delivered } of outcomes) await settle(context, event, delivered);
          const stored = await findStoredIntegration(context.queries, ready.integration.name);
          if (stored?.visibility === "unpublished") await removeUnpublished(context.queries, stored.name);
        });
      }
    } finally {
      await scripts.stop();
    }
    return async (context) => {
      const [next] = (await listWaiting(context, input)).map(({ dueAt }) => dueAt).sort();
      if (next !== undefined) await queueDelivery(context, input, next > context.now ? next : context.now);
    };
  },
};

interface WaitingEvent {
  readonly event: Row<"integration_event">;
  readonly payload: EventPayload;
  /** When it may be sent, unless those before it delay it further. */
  readonly dueAt: string;
}

/**
 * What waits, oldest first. An event that will be sent again is waited for by those about the same space or site, and
 * by all if it is about the installation as a whole. Tasks do not wait for each other.
 */
async function listWaiting(
  { queries }: Context,
  { installation, integration }: DeliveryInput,
): Promise<WaitingEvent[]> {
  const events =
    installation === undefined ? await nextTasks(queries, integration) : await nextWaiting(queries, installation);
  const heldUntil = new Map<string, string>();
  return events.map((event) => {
    const payload = JSON.parse(openColumn(queries, "integration_event.payload", event)) as EventPayload;
    const subject = payload.spaceId ?? payload.siteId ?? whole;
    const held = [heldUntil.get(subject) ?? "", heldUntil.get(whole) ?? ""];
    const dueAt = event.type === "task" ? event.due_at : getLatest(event.due_at, ...held);
    heldUntil.set(subject, dueAt);
    return { event, payload, dueAt };
  });
}

const getLatest = (first: string, ...others: readonly string[]) =>
  others.reduce((latest, time) => (time > latest ? time : latest), first);

/** Represents the installation as a whole. */
const whole = "";

async function findNext(context: Context, input: DeliveryInput): Promise<Ready | undefined> {
  const { queries, now } = context;
  const ready = (await listWaiting(context, input)).filter(({ dueAt }) => dueAt <= now).slice(0, maxBatch);
  const integration = ready[0] && (await findStoredIntegration(queries, ready[0].event.integration));
  if (integration === undefined) return undefined;
  const { installation: id } = input;
  const installation = id === undefined ? undefined : await findInstallation(queries, id);
  const environment = await readEnvironment(context, integration, installation);
  const events: ReadyEvent[] = [];
  for (const { event, payload } of ready) {
    const content = installation === undefined ? {} : await readContentEnvironment(context, installation, payload);
    events.push({ event, payload, environment: { ...environment, ...content } });
  }
  return {
    events,
    integration,
    signingSecret: openColumn(queries, "integration.signing_secret", integration),
    runtime: findScriptRuntime(context.scriptRuntime),
    api: { origin: context.origin, call: context.callApi },
  };
}

interface Outcome {
  readonly event: Row<"integration_event">;
  readonly delivered: Delivered;
}

/** Sends events one at a time, until one fails: the following ones may have to wait for it. */
async function deliverBatch(ready: Ready, job: RunningJob, scripts: Scripts): Promise<Outcome[]> {
  const end = performance.now() + maxBatchMs;
  const outcomes: Outcome[] = [];
  for (const one of ready.events) {
    const delivered = await deliver(one, ready, job, scripts);
    outcomes.push({ event: one.event, delivered });
    if (!delivered.ok || performance.now() > end) break;
  }
  return outcomes;
}

async function deliver(
  { event, payload, environment }: ReadyEvent,
  { integration, signingSecret, runtime, api }: Ready,
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
  "Not run: there is no runtime for scripts. Install the package workerd next to Copydesk, name its program with --script-runtime, or give the integration an endpoint.";

/** The script of the installation's integration, kept in one process until it changes or exits. */
class Scripts {
  readonly #job: RunningJob;
  #running: { readonly version: number; readonly script: RunningScript } | undefined;

  constructor(job: RunningJob) {
    this.#job = job;
  }

  async of(integration: Row<"integration">, program: string, api: Api): Promise<RunningScript | ScriptStopped> {
    const { version } = integration;
    if (this.#running?.version === version && !this.#running.script.hasEnded) return this.#running.script;
    await this.stop();
    try {
      const started = await startScript(program, integration, {
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

const describeGivenUp = (attempts: number) =>
  `Gave up after ${attempts} attempts. Fix the cause, then send it again with \`replay\` of updateIntegrationInstallation.`;

async function settle(
  { queries, now }: Context,
  event: Row<"integration_event">,
  { ok, logs: added }: Delivered,
): Promise<void> {
  const attempts = event.attempts + 1;
  const pause = pauses[event.attempts];
  const end = ok || pause !== undefined ? [] : [{ level: "error", message: describeGivenUp(attempts) }];
  const lines = [...added, ...end].map((line) => ({ timestamp: now, ...line }));
  const before = JSON.parse(openColumn(queries, "integration_event.logs", event)) as unknown[];
  const logs = JSON.stringify([...before, ...lines].slice(-maxLogs));
  const change = { attempts, logs: sealColumn(queries, "integration_event.logs", event, logs) };
  if (ok || pause === undefined) {
    return updateEvent(queries, event.id, { ...change, status: ok ? "success" : "failed", settled_at: now });
  }
  const due = Date.parse(now) + pause * (0.9 + 0.2 * Math.random());
  await updateEvent(queries, event.id, { ...change, due_at: new Date(due).toISOString() });
}
