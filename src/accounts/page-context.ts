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
import type { PageAddresses } from "./page-addresses.ts";

const formCookie = "copydesk_form";

/** Megabytes; forms of these pages contain a few lines. */
const defaultMaxFormMegabytes = 0.1;

/** A browser's request for a page, and the cookies of the response. */
export class PageContext {
  readonly request: Request;
  readonly url: URL;
  readonly addresses: PageAddresses;
  readonly platform: DatabaseAtTime;
  readonly #cookies: string[] = [];
  #person: Promise<Person | undefined> | undefined;
  #formSecret: string | undefined;
  #forgery: string | undefined;

  constructor(request: Request, addresses: PageAddresses, platform: DatabaseAtTime) {
    this.request = request;
    this.url = new URL(request.url);
    this.addresses = addresses;
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

  /** Identifies this browser until it is closed, signed in or not. */
  get browser(): string {
    if (this.#formSecret === undefined) {
      this.#formSecret = randomText(43);
      this.#setCookie(formCookie, this.#formSecret);
    }
    return this.#formSecret;
  }

  /** The hidden field that every form on a page contains. */
  get forgeryField(): Html {
    const { name, value } = this.forgery;
    return html`<input type="hidden" name="${name}" value="${value}">`;
  }

  get forgery(): { readonly name: string; readonly value: string } {
    this.#forgery ??= forgeryToken(this.browser, readCookie(this.request, sessionCookie));
    return { name: forgeryField, value: this.#forgery };
  }

  /** The fields of a form of ours. Throws `forbidden` for one sent from another site's page. */
  async form(maxMegabytes = defaultMaxFormMegabytes): Promise<URLSearchParams> {
    const form = await readForm(this.request, maxMegabytes);
    const secret = readCookie(this.request, formCookie);
    const token = form.get(forgeryField) ?? "";
    const session = readCookie(this.request, sessionCookie);
    if (
      secret === undefined ||
      isFromElsewhere(this.request, this.addresses.origin) ||
      !isForgeryToken(token, secret, session)
    ) {
      throw new Problem(
        "forbidden",
        "This form was not sent from a page of this server, or was loaded before you signed in or out. Go back, reload the page and try again. Cookies must be allowed.",
      );
    }
    return form;
  }

  /** Signs the browser in with a session, which must be a new one. */
  beginSession(secret: string): void {
    this.#setCookie(sessionCookie, secret, sessionLength / 1000);
  }

  endSession(): void {
    this.#setCookie(sessionCookie, "", 0);
  }

  page(title: string, body: Html, options?: PageOptions): Response {
    return this.withCookies(renderPage(title, body, options));
  }

  /** Redirects the browser to a path of this server, or a full URL. */
  goTo(where: string): Response {
    return this.withCookies(redirect(where.startsWith("/") ? this.addresses.path(where) : where));
  }

  #setCookie(name: string, value: string, maxAge?: number): void {
    const { cookiePath: path, secure } = this.addresses;
    this.#cookies.push(writeCookie(name, value, { path, secure, ...(maxAge === undefined ? {} : { maxAge }) }));
  }

  /** Adds the cookies to a response. */
  withCookies(response: Response): Response {
    for (const cookie of this.#cookies) response.headers.append("Set-Cookie", cookie);
    return response;
  }
}

/** The fields of any form. */
export async function readForm(request: Request, maxMegabytes: number): Promise<URLSearchParams> {
  const type = request.headers.get("content-type") ?? "";
  if (!/^application\/x-www-form-urlencoded\b/i.test(type)) {
    throw new Problem(
      "bad_request",
      "This page accepts forms as browsers send them (application/x-www-form-urlencoded).",
    );
  }
  return new URLSearchParams(Buffer.from(await readBytes(request, maxMegabytes)).toString("utf8"));
}

/** The value of a request's cookie. The first applies: browsers send the one with the longest path first. */
function readCookie(request: Request, name: string): string | undefined {
  for (const pair of (request.headers.get("cookie") ?? "").split(";")) {
    const at = pair.indexOf("=");
    if (pair.slice(0, at).trim() !== name) continue;
    const value = pair.slice(at + 1).trim();
    // All values set here consist of these characters.
    return /^\w{1,100}$/.test(value) ? value : undefined;
  }
  return undefined;
}

interface CookieOptions {
  readonly path: string;
  readonly secure: boolean;
  /** Seconds; 0 removes the cookie, and undefined keeps it until the browser is closed. */
  readonly maxAge?: number;
}

/** Not readable by scripts, and not sent with requests from other sites, except when a link is followed. */
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

/** Name of the form field for the token. */
const forgeryField = "forgery";

/**
 * Derived from the browser's form cookie and session, so that other sites do not know it and other sessions' forms
 * fail.
 */
function forgeryToken(formSecret: string, sessionSecret: string | undefined): string {
  return createHmac("sha256", formSecret)
    .update(`form of ${sessionSecret ?? "nobody"}`)
    .digest("base64url");
}

function isForgeryToken(text: string, formSecret: string, sessionSecret: string | undefined): boolean {
  const expected = Buffer.from(forgeryToken(formSecret, sessionSecret));
  const received = Buffer.from(text);
  return received.length === expected.length && timingSafeEqual(received, expected);
}

/** Whether the browser says that another site's page made the request. If it does not say, the token decides. */
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

/** Precision of a session's last-used time, in milliseconds. */
const noted = 60_000;

/** The person signed in in the browser that sent a request. */
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
