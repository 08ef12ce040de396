interface Cookie {
  readonly name: string;
  readonly value: string;
  readonly path: string;
  readonly attributes: readonly string[];
}

/** Behaves like a browser: keeps cookies by path, follows no redirects by itself, and sends the origin of forms. */
export class Browser {
  readonly #fetch: (request: Request) => Promise<Response | undefined>;
  readonly base: string;
  #cookies: Cookie[] = [];
  html = "";

  constructor(fetch: (request: Request) => Promise<Response | undefined>, base = "http://127.0.0.1:7337") {
    this.#fetch = fetch;
    this.base = base;
  }

  get cookies(): readonly Cookie[] {
    return this.#cookies;
  }

  cookie(name: string): string | undefined {
    return this.#cookies.find((cookie) => cookie.name === name)?.value;
  }

  setCookie(name: string, value: string): void {
    this.#cookies = [
      ...this.#cookies.filter((cookie) => cookie.name !== name),
      { name, value, path: "/app", attributes: [] },
    ];
  }

  /** The header for a path, as browsers match paths. */
  cookiesFor(path: string): string {
    return this.#cookies
      .filter((cookie) => path === cookie.path || path.startsWith(`${cookie.path}/`))
      .map(({ name, value }) => `${name}=${value}`)
      .join("; ");
  }

  async open(path: string, headers: Record<string, string> = {}): Promise<Response> {
    return this.#send(path, { headers: { "Sec-Fetch-Site": "none", ...headers } });
  }

  /** Submits a form of the last page, with its hidden fields and the given ones. */
  async submit(
    path: string,
    fields: Record<string, string> = {},
    headers: Record<string, string> = {},
  ): Promise<Response> {
    const body = new URLSearchParams({ ...this.hidden(path), ...fields });
    return this.post(path, body, { Origin: new URL(this.base).origin, "Sec-Fetch-Site": "same-origin", ...headers });
  }

  /** A form sent from another site's page: without cookies, because they are `SameSite=Lax`. */
  async postFromElsewhere(path: string, fields: Record<string, string>): Promise<Response> {
    const body = new URLSearchParams(fields);
    const headers = { Origin: "https://elsewhere.example", "Sec-Fetch-Site": "cross-site" };
    return this.post(path, body, headers, false);
  }

  post(path: string, body: URLSearchParams, headers: Record<string, string>, withCookies = true): Promise<Response> {
    const type = { "Content-Type": "application/x-www-form-urlencoded" };
    return this.#send(path, { method: "POST", body: body.toString(), headers: { ...type, ...headers } }, withCookies);
  }

  /** Hidden fields of the first form on the last page that goes to a path. */
  hidden(path: string): Record<string, string> {
    const forms = [...this.html.matchAll(/<form method="post" action="([^"]*)">(.*?)<\/form>/gs)];
    const [, , form = ""] = forms.find(([, action]) => action === path) ?? [];
    const fields = [...form.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g)];
    return Object.fromEntries(fields.map(([, name = "", value = ""]) => [name, value]));
  }

  async #send(path: string, init: RequestInit, withCookies = true): Promise<Response> {
    const url = new URL(path, this.base);
    const cookie = withCookies ? this.cookiesFor(url.pathname) : "";
    const headers = new Headers(init.headers);
    if (cookie !== "") headers.set("Cookie", cookie);
    const response = await this.#fetch(new Request(url, { ...init, headers, redirect: "manual" }));
    if (response === undefined) throw new Error(`Nothing answers ${path}.`);
    for (const line of response.headers.getSetCookie()) this.#keep(line);
    this.html = await response.clone().text();
    return response;
  }

  #keep(line: string): void {
    const [pair = "", ...attributes] = line.split("; ");
    const [name = "", value = ""] = pair.split("=");
    const path = attributes.find((attribute) => /^path=/i.test(attribute))?.slice(5) ?? "/";
    this.#cookies = this.#cookies.filter((cookie) => cookie.name !== name);
    if (!attributes.includes("Max-Age=0")) this.#cookies.push({ name, value, path, attributes });
  }
}
