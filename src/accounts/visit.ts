import { sessionLength } from "../platform/access/sessions-rows.ts";
import { readBytes } from "../platform/kernel/bytes.ts";
import type { DatabaseAtTime } from "../platform/kernel/database/database.ts";
import { randomText } from "../platform/kernel/database/ids.ts";
import { Problem } from "../platform/kernel/problem.ts";
import type { Html } from "../site/html.ts";
import { readCookie, writeCookie } from "./cookies.ts";
import { currentPerson, type Person, sessionCookie } from "./current-person.ts";
import { forgeryField, forgeryToken, isForgeryToken, isFromElsewhere } from "./forgery.ts";
import { html } from "./html.ts";
import { type PageOptions, redirect, renderPage } from "./page.ts";
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
