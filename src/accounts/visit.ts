import { createHmac, timingSafeEqual } from "node:crypto";
import { findUser } from "../platform/access/people-rows.ts";
import { findSession, sessionLength, touchSession } from "../platform/access/sessions-rows.ts";
import { readBytes } from "../platform/kernel/bytes.ts";
import type { DatabaseAtTime } from "../platform/kernel/database/database.ts";
import { randomText } from "../platform/kernel/database/ids.ts";
import type { Row } from "../platform/kernel/database/tables.ts";
import { Problem } from "../platform/kernel/problem.ts";
import type { Html } from "../site/html.ts";
import { html, type PageOptions, redirect, renderPage } from "./page.ts";
import type { Place } from "./place.ts";

const formCookie = "copydesk_form";

/** Megabytes; forms of these pages hold a few lines. */
const mostOfForm = 0.1;

/** One request of a browser for a page, and the answer's cookies. */
export class Visit {
  readonly request: Request;
  readonly url: URL;
  readonly place: Place;
  readonly platform: DatabaseAtTime;
  readonly #cookies: string[] = [];
  #person: Promise<Person | undefined> | undefined;
  #formSecret: string | undefined;

  constructor(request: Request, place: Place, platform: DatabaseAtTime) {
    this.request = request;
    this.url = new URL(request.url);
    this.place = place;
    this.platform = platform;
    this.#formSecret = readCookie(request, formCookie);
  }

  person(): Promise<Person | undefined> {
    this.#person ??= currentPerson(this.request, this.platform);
    return this.#person;
  }

  get userAgent(): string | undefined {
    return this.request.headers.get("user-agent") ?? undefined;
  }

  /** Tells this browser from others until it is closed, signed in or not. */
  get browser(): string {
    if (this.#formSecret === undefined) {
      this.#formSecret = randomText(43);
      this.#setCookie(formCookie, this.#formSecret);
    }
    return this.#formSecret;
  }

  /** The hidden field that every form of a page holds. */
  get forgeryField(): Html {
    const { name, value } = this.forgery;
    return html`<input type="hidden" name="${name}" value="${value}">`;
  }

  get forgery(): { readonly name: string; readonly value: string } {
    return { name: forgeryField, value: forgeryToken(this.browser, readCookie(this.request, sessionCookie)) };
  }

  /** The fields of a form of ours. Throws `forbidden` for one that another site's page sent. */
  async form(mostMegabytes = mostOfForm): Promise<URLSearchParams> {
    const form = await readForm(this.request, mostMegabytes);
    const secret = readCookie(this.request, formCookie);
    const given = form.get(forgeryField) ?? "";
    const session = readCookie(this.request, sessionCookie);
    if (
      secret === undefined ||
      isFromElsewhere(this.request, this.place.origin) ||
      !isForgeryToken(given, secret, session)
    ) {
      throw new Problem(
        "forbidden",
        "This form was not sent from a page of this server, or is from before you signed in or out. Go back, reload the page and try again. Cookies must be allowed.",
      );
    }
    return form;
  }

  /** The browser is signed in with a session from now on, which must be a new one. */
  beginSession(secret: string): void {
    this.#setCookie(sessionCookie, secret, sessionLength / 1000);
  }

  endSession(): void {
    this.#setCookie(sessionCookie, "", 0);
  }

  page(title: string, body: Html, options?: PageOptions): Response {
    return this.answer(renderPage(title, body, options));
  }

  /** Sends the browser on: to a path of this server, or a whole URL. */
  goTo(where: string): Response {
    return this.answer(redirect(where.startsWith("/") ? this.place.path(where) : where));
  }

  #setCookie(name: string, value: string, maxAge?: number): void {
    const { cookiePath: path, secure } = this.place;
    this.#cookies.push(writeCookie(name, value, { path, secure, ...(maxAge === undefined ? {} : { maxAge }) }));
  }

  /** The answer with what the browser is to keep. */
  answer(response: Response): Response {
    for (const cookie of this.#cookies) response.headers.append("Set-Cookie", cookie);
    return response;
  }
}

/** The fields of any form. */
export async function readForm(request: Request, mostMegabytes: number): Promise<URLSearchParams> {
  const type = request.headers.get("content-type") ?? "";
  if (!/^application\/x-www-form-urlencoded\b/i.test(type)) {
    throw new Problem(
      "bad_request",
      "This page takes forms as browsers send them (application/x-www-form-urlencoded).",
    );
  }
  return new URLSearchParams(Buffer.from(await readBytes(request, mostMegabytes)).toString("utf8"));
}

/** The value of a request's cookie. The first counts: browsers send that of the longest path first. */
function readCookie(request: Request, name: string): string | undefined {
  for (const pair of (request.headers.get("cookie") ?? "").split(";")) {
    const at = pair.indexOf("=");
    if (pair.slice(0, at).trim() !== name) continue;
    const value = pair.slice(at + 1).trim();
    // All values that are set here are of these characters.
    return /^\w{1,100}$/.test(value) ? value : undefined;
  }
  return undefined;
}

interface CookieOptions {
  readonly path: string;
  readonly secure: boolean;
  /** Seconds; 0 removes the cookie, and left out it ends with the browser. */
  readonly maxAge?: number;
}

/** No script reads it, and a request that another site makes, but for following a link, goes without it. */
function writeCookie(name: string, value: string, { path, secure, maxAge }: CookieOptions): string {
  return [
    `${name}=${value}`,
    `Path=${path}`,
    ...(maxAge === undefined ? [] : [`Max-Age=${maxAge}`]),
    "HttpOnly",
    "SameSite=Lax",
    ...(secure ? ["Secure"] : []),
  ].join("; ");
}

/** Name of the form field with the token. */
const forgeryField = "forgery";

/** Made from the browser's form cookie and its session: no other site knows them, and no other session's form passes. */
function forgeryToken(formSecret: string, sessionSecret: string | undefined): string {
  return createHmac("sha256", formSecret)
    .update(`form of ${sessionSecret ?? "nobody"}`)
    .digest("base64url");
}

function isForgeryToken(text: string, formSecret: string, sessionSecret: string | undefined): boolean {
  const expected = Buffer.from(forgeryToken(formSecret, sessionSecret));
  const given = Buffer.from(text);
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** Whether browsers say that a page of another site made the request. Those that say nothing have the token alone. */
function isFromElsewhere({ headers }: Request, origin: string): boolean {
  const from = headers.get("origin");
  const site = headers.get("sec-fetch-site");
  return (from !== null && from !== origin) || (site !== null && site !== "same-origin" && site !== "none");
}

const sessionCookie = "copydesk_session";

export interface Person {
  readonly user: Row<"user">;
  readonly session: Row<"session">;
}

/** How exactly it is noted when a session was used, in milliseconds. */
const noted = 60_000;

/** Who is signed in in the browser that sent a request. */
async function currentPerson(request: Request, { database, now }: DatabaseAtTime): Promise<Person | undefined> {
  const secret = readCookie(request, sessionCookie);
  if (secret === undefined) return undefined;
  const time = now();
  const person = await database.read(async (queries) => {
    const session = await findSession(queries, secret, time);
    const user = session && (await findUser(queries, session.user));
    return session && user && { user, session };
  });
  if (person !== undefined && Date.parse(time) - Date.parse(person.session.last_used_at) > noted) {
    await database.write((queries) => touchSession(queries, person.session.id, time));
  }
  return person;
}
