import { isUtf8 } from "node:buffer";
import { findUser, firstMember } from "../access/people-rows.ts";
import { readBytes } from "../kernel/bytes.ts";
import type { Database } from "../kernel/database/database.ts";
import { createId } from "../kernel/database/ids.ts";
import type { Queries, Row } from "../kernel/database/tables.ts";
import { errorResponse } from "../kernel/error-response.ts";
import { type ContextSource, newContext } from "../kernel/new-context.ts";
import type { Outbound } from "../kernel/outbound/outbound.ts";
import { Problem } from "../kernel/problem.ts";
import { sealColumn } from "../kernel/secrets/sealed-columns.ts";
import { createEventForm } from "./deliver.ts";
import { deleteOlderRequests, insertEvent } from "./events-rows.ts";
import { findContentInstallation, findInstallation } from "./installations-rows.ts";
import { findIntegration, findPicture } from "./integrations-rows.ts";
import { type EventSubject, readEnvironment } from "./script-environment.ts";
import {
  findScriptRuntime,
  type LogLine,
  type RunningScript,
  type ScriptResponse,
  ScriptStopped,
  startScript,
} from "./script-runtime.ts";

export interface ServingParts {
  readonly database: Database;
  readonly contexts: ContextSource;
  readonly outbound: Outbound;
  /** Aborts when the platform closes. */
  readonly closing: AbortSignal;
  log(line: string): void;
}

/** Maximum size of a request in megabytes. */
const maxMegabytes = 1;

/** Limit on scripts that serve requests concurrently: each is a process. */
const maxConcurrentScripts = 4;

let running = 0;

/**
 * Serves `/integrations/<name>`, also below an installation and below a space or site of it, through the integration's
 * script. Its responses are third-party content: they receive no cookies, set none, and do not run as
 * pages of this origin.
 */
export async function serveIntegration(parts: ServingParts, request: Request): Promise<Response> {
  const prepared = await parts.database.read((queries) => prepare(parts, queries, request));
  const body = request.body === null ? new Uint8Array() : await readBytes(request, maxMegabytes);
  if (running >= maxConcurrentScripts) {
    throw new Problem(
      "unavailable",
      "Integrations are serving as many requests as they may. Send it again after a moment.",
    );
  }
  running += 1;
  const call = new ScriptCall(prepared, parts);
  try {
    return await call.respond(body, request);
  } finally {
    // The script may continue to work after it responded.
    void call
      .end()
      .catch((error: unknown) =>
        parts.log(`A request to ${prepared.integration.name} was not recorded: ${String(error)}`),
      )
      .finally(() => {
        running -= 1;
      });
  }
}

type Prepared = Awaited<ReturnType<typeof prepare>>;

const path =
  /^\/integrations\/([\w.-]{1,100})(?:\/installations\/(\w{1,100})(?:\/(space|site)s\/([\w-]{1,100}))?)?(?=\/|$)/;

async function prepare({ contexts }: ServingParts, queries: Queries, request: Request) {
  const { pathname, origin } = new URL(request.url);
  const [, name = "", id, kind, content] = path.exec(pathname) ?? [];
  const integration = await findIntegration(queries, name);
  const installation = id === undefined ? undefined : await findInstallation(queries, id);
  const isThere =
    integration !== undefined &&
    (id === undefined || (installation?.integration === name && installation.status !== "paused")) &&
    (kind === undefined || content === undefined || id === undefined || (await isOn(queries, id, kind, content)));
  if (!isThere) throw new Problem("not_found", "There is no integration at this address.");
  const program = findScriptRuntime(contexts.setup.scriptRuntime);
  if (integration.script.trim() === "" || program === undefined) {
    throw new Problem("not_implemented", `The integration ${name} has no script here that serves requests.`);
  }
  const user = await actingUser(queries, integration, installation);
  const context = newContext(contexts, queries, { user, origin, queued: [] });
  const subject: EventSubject = kind === undefined ? {} : kind === "space" ? { spaceId: content } : { siteId: content };
  return {
    integration,
    program,
    api: { origin, call: context.callApi },
    environment: await readEnvironment(context, integration, installation, subject),
    about: { ...(id === undefined ? {} : { installationId: id }), ...subject },
    organization: installation?.organization ?? integration.organization,
  };
}

async function isOn(queries: Queries, installation: string, kind: string, content: string): Promise<boolean> {
  if (kind !== "space" && kind !== "site") return false;
  return (await findContentInstallation(queries, installation, kind, content)) !== undefined;
}

async function actingUser(
  queries: Queries,
  { organization }: Row<"integration">,
  installation: Row<"installation"> | undefined,
): Promise<Row<"user">> {
  const id = installation?.created_by ?? (await firstMember(queries, organization))?.user;
  const user = id === undefined ? undefined : await findUser(queries, id);
  if (user === undefined) throw new Problem("not_found", "Whoever installed the integration has left.");
  return user;
}

/** Headers that are not forwarded, in either direction. */
const droppedHeaders = new Set([
  "cookie",
  "set-cookie",
  "connection",
  "content-length",
  "content-encoding",
  "transfer-encoding",
]);

const passed = (headers: Headers): [string, string][] => [...headers].filter(([name]) => !droppedHeaders.has(name));

/** One request to a script, which is recorded as an event with the script's output. */
class ScriptCall {
  readonly #prepared: Prepared;
  readonly #parts: ServingParts;
  readonly #id = createId();
  readonly #createdAt: string;
  #payload: Readonly<Record<string, unknown>> = {};
  #script: RunningScript | undefined;
  #logs: readonly LogLine[] = [];
  #ok = false;

  constructor(prepared: Prepared, parts: ServingParts) {
    this.#prepared = prepared;
    this.#parts = parts;
    this.#createdAt = parts.contexts.now();
  }

  async respond(body: Uint8Array, { url, method, headers }: Request): Promise<Response> {
    const { integration, program, api, environment, about } = this.#prepared;
    const { outbound, closing } = this.#parts;
    const { origin, pathname } = new URL(url);
    const event = { eventId: this.#id, type: "fetch", ...about };
    // Headers and queries hold keys and codes, so they are not stored.
    this.#payload = { ...event, request: { url: `${origin}${pathname}`, method, headers: {} } };
    const request = { url, method, headers: Object.fromEntries(passed(headers)) };
    const form = createEventForm({ ...event, request }, environment);
    if (body.length > 0)
      form.set("fetch-body", isUtf8(body) ? Buffer.from(body).toString() : new Blob([Uint8Array.from(body)]));
    try {
      this.#script = await startScript(program, integration, { outbound, api, signal: closing });
      const response = await this.#script.post(form);
      this.#ok = response.status < 500;
      return present(response);
    } catch (error) {
      if (!(error instanceof ScriptStopped)) throw error;
      this.#stopped(error);
      // Callers see no details of a script's errors.
      throw new Problem("unprocessable", "The integration did not respond.");
    }
  }

  /** Waits for what the script does after its response, ends it and stores its output. */
  async end(): Promise<void> {
    try {
      if (this.#logs.length === 0) this.#logs = (await this.#script?.finish()) ?? [];
    } catch (error) {
      if (!(error instanceof ScriptStopped)) throw error;
      this.#stopped(error);
    } finally {
      await this.#script?.stop();
    }
    if (!this.#parts.closing.aborted) await this.#parts.database.write((queries) => this.#record(queries));
  }

  #stopped({ logs, message }: ScriptStopped): void {
    this.#ok = false;
    this.#logs = [...logs, { level: "error", message: `Ended: ${message}.` }];
  }

  async #record(queries: Queries): Promise<void> {
    const { integration, organization, about } = this.#prepared;
    const now = this.#parts.contexts.now();
    const key = { id: this.#id };
    const logs = JSON.stringify(this.#logs.map((line) => ({ timestamp: now, ...line })));
    await insertEvent(queries, {
      ...key,
      integration: integration.name,
      installation: about.installationId ?? null,
      organization,
      type: "fetch",
      payload: sealColumn(queries, "integration_event.payload", key, JSON.stringify(this.#payload)),
      status: this.#ok ? "success" : "failed",
      logs: sealColumn(queries, "integration_event.logs", key, logs),
      created_at: this.#createdAt,
      due_at: this.#createdAt,
      settled_at: now,
    });
    await deleteOlderRequests(queries, integration.name);
  }
}

/** A `Response` with these takes not even an empty body. */
const withoutBody: ReadonlySet<number> = new Set([204, 205, 304]);

function present({ status, headers, bytes }: ScriptResponse): Response {
  return new Response(withoutBody.has(status) ? null : Buffer.from(bytes), {
    status,
    headers: [
      ...passed(headers),
      ["Content-Security-Policy", "sandbox; default-src 'none'"],
      ["X-Content-Type-Options", "nosniff"],
    ],
  });
}

/** Serves `/integration-pictures/<id>/<place>`. Only those who may see the integration know the id. */
export async function servePicture(database: Database, { url, method }: Request): Promise<Response> {
  const [, id, position] = /^\/integration-pictures\/([\w-]{1,100})\/(\d{1,2})$/.exec(new URL(url).pathname) ?? [];
  if (id === undefined || position === undefined) return errorResponse("not_found", "There is no such picture.");
  if (method !== "GET" && method !== "HEAD") return errorResponse("method_not_allowed", "Pictures can only be read.");
  const picture = await database.read((queries) => findPicture(queries, id, Number(position)));
  if (picture === undefined) return errorResponse("not_found", "There is no such picture.");
  return new Response(method === "HEAD" ? null : Buffer.from(picture.bytes), {
    headers: {
      "Content-Type": picture.content_type,
      "Content-Length": String(picture.bytes.length),
      "Content-Security-Policy": "sandbox; default-src 'none'",
      "X-Content-Type-Options": "nosniff",
      "Cache-Control": "public, max-age=300",
    },
  });
}
