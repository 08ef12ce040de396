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
import { formOf } from "./deliver.ts";
import { findContentInstallation, findInstallation } from "./installations-rows.ts";
import { findIntegration, findPicture } from "./integrations-rows.ts";
import { environmentOf, findScriptRuntime, ScriptStopped, startScript } from "./script-runtime.ts";

export interface ServingParts {
  readonly database: Database;
  readonly contexts: ContextSource;
  readonly outbound: Outbound;
  /** Aborts when the platform closes. */
  readonly closing: AbortSignal;
}

/** Maximum size of a request in megabytes. */
const largest = 1;

/** Limit on scripts that serve requests concurrently: each is a process. */
const mostAtOnce = 4;

let running = 0;

/**
 * Serves `/integrations/<name>`, also below an installation and below a space or site of it, through the integration's
 * script. Its responses are third-party content: they receive no cookies, set none, and do not run as
 * pages of this origin.
 */
export async function serveIntegration(parts: ServingParts, request: Request): Promise<Response> {
  const asked = await parts.database.read((queries) => prepare(parts, queries, request));
  const body = request.body === null ? new Uint8Array() : await readBytes(request, largest);
  if (running >= mostAtOnce) {
    throw new Problem("unavailable", "Integrations answer as many requests as they may. Send it again after a moment.");
  }
  running += 1;
  try {
    return await answerOf(asked, body, request, parts);
  } finally {
    running -= 1;
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
  const runtime = findScriptRuntime(contexts.setup.scriptRuntime);
  if (integration.script.trim() === "" || runtime === undefined) {
    throw new Problem("not_implemented", `The integration ${name} has no script here that answers requests.`);
  }
  const user = await actingUser(queries, integration, installation);
  const context = newContext(contexts, queries, { user, origin, queued: [] });
  const place = kind === undefined ? {} : kind === "space" ? { spaceId: content } : { siteId: content };
  return {
    integration,
    runtime,
    api: { origin, call: context.callApi },
    environment: await environmentOf(context, integration, installation),
    about: { ...(id === undefined ? {} : { installationId: id }), ...place },
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
const kept = new Set(["cookie", "set-cookie", "connection", "content-length", "content-encoding", "transfer-encoding"]);

const passed = (headers: Headers): [string, string][] => [...headers].filter(([name]) => !kept.has(name));

async function answerOf(
  { integration, runtime, api, environment, about }: Prepared,
  body: Uint8Array,
  { url, method, headers }: Request,
  { outbound, closing }: ServingParts,
): Promise<Response> {
  const asked = { url, method, headers: Object.fromEntries(passed(headers)) };
  const form = formOf({ eventId: createId(), type: "fetch", ...about, request: asked }, environment);
  if (body.length > 0)
    form.set("fetch-body", isUtf8(body) ? Buffer.from(body).toString() : new Blob([Uint8Array.from(body)]));
  const started = await startScript(runtime, integration.script, { outbound, api, signal: closing }).catch(unrun);
  try {
    const { answer } = await started.post(form).catch(unrun);
    return new Response([204, 304].includes(answer.status) ? null : Buffer.from(answer.bytes), {
      status: answer.status,
      headers: [
        ...passed(answer.headers),
        ["Content-Security-Policy", "sandbox; default-src 'none'"],
        ["X-Content-Type-Options", "nosniff"],
      ],
    });
  } finally {
    await started.stop();
  }
}

/** Callers see no details of a script's errors. */
function unrun(error: unknown): never {
  if (error instanceof ScriptStopped) throw new Problem("unprocessable", "The integration did not answer.");
  throw error;
}

/** Serves `/integration-pictures/<id>/<place>`. Only those who may see the integration know the id. */
export async function servePicture(database: Database, { url, method }: Request): Promise<Response> {
  const [, id, place] = /^\/integration-pictures\/([\w-]{1,100})\/(\d{1,2})$/.exec(new URL(url).pathname) ?? [];
  if (id === undefined || place === undefined) return errorResponse("not_found", "There is no such picture.");
  if (method !== "GET" && method !== "HEAD") return errorResponse("method_not_allowed", "Pictures are only read.");
  const picture = await database.read((queries) => findPicture(queries, id, Number(place)));
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
