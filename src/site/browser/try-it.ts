// Sends requests to the APIs that pages describe. Input is not stored anywhere and is sent only to the chosen server,
// without cookies.

/** Milliseconds. */
const maxWaitMs = 60_000;

/** Characters of a response that are shown. */
const maxShown = 200_000;

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

interface ApiRequest {
  readonly url: string;
  readonly headers: Headers;
  readonly body: string | undefined;
}

export function startForm(form: HTMLFormElement): void {
  form.hidden = false;
  const result = form.querySelector<HTMLElement>("[data-result]");
  if (result === null) return;
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const button = form.querySelector<HTMLButtonElement>("button[type=submit]");
    if (button) button.disabled = true;
    result.textContent = result.dataset.sending ?? "";
    try {
      show(result, await send(form));
    } catch (error) {
      const isRefused = error instanceof TypeError || error instanceof DOMException;
      result.textContent = isRefused
        ? (result.dataset.failed ?? "")
        : String(error instanceof Error ? error.message : error);
    }
    if (button) button.disabled = false;
  });
}

interface ApiResponse {
  readonly status: string;
  readonly type: string;
  readonly milliseconds: number;
  readonly text: string;
}

async function send(form: HTMLFormElement): Promise<ApiResponse> {
  const { url, headers, body } = read(form);
  const method = form.dataset.method ?? "GET";
  const start = performance.now();
  const response = await fetch(url, {
    method,
    headers,
    ...(body !== undefined && method !== "GET" && method !== "HEAD" && { body }),
    credentials: "omit",
    cache: "no-store",
    referrerPolicy: "no-referrer",
    signal: AbortSignal.timeout(maxWaitMs),
  });
  const type = response.headers.get("content-type") ?? "";
  const milliseconds = Math.round(performance.now() - start);
  const status = `${response.status} ${response.statusText}`.trim();
  if (type !== "" && !/json|text|xml|javascript|form/i.test(type)) {
    const { size } = await response.blob();
    return { status, type, milliseconds, text: `(${size} bytes)` };
  }
  const text = await response.text();
  return { status, type, milliseconds, text: readable(text, type).slice(0, maxShown) };
}

/** The request that the fields describe. Empty fields are left out. */
function read(form: HTMLFormElement): ApiRequest {
  const headers = new Headers();
  const query: string[] = [];
  let path = form.dataset.path ?? "";
  for (const field of form.querySelectorAll<Field>("[data-place]")) {
    const { place, key = "", prefix = "", style = "text" } = field.dataset;
    const typed = field.value;
    if (typed === "") continue;
    const value = prefix === "Basic " ? encodeBasic(typed) : typed;
    if (place === "query") query.push(...inQuery(key, prefix + value, style));
    else if (place === "header") headers.set(key, prefix + inSimple(value, style).join(","));
    else if (place === "path") path = path.split(`{${key}}`).join(inPath(key, value, style));
  }
  const body = form.querySelector<HTMLTextAreaElement>("[data-body]");
  const hasBody = body !== null && body.value.trim() !== "";
  if (hasBody && !headers.has("content-type")) headers.set("Content-Type", body.dataset.body ?? "");
  const server = form.querySelector<HTMLSelectElement>("[data-server]")?.value ?? "";
  const url = new URL(server + path + (query.length > 0 ? `?${query.join("&")}` : ""));
  // Regardless of the input, the request goes to the server that is shown.
  if (url.origin !== new URL(server).origin) throw new Error(`${url.origin} ≠ ${new URL(server).origin}`);
  return { url: url.href, headers, body: hasBody ? body.value : undefined };
}

const encodeBasic = (text: string) =>
  btoa(Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join(""));

const encoded = encodeURIComponent;

const listed = (text: string) => text.split(",").map((one) => one.trim());

/** The object that was typed; undefined if it is not an object. */
function objectIn(text: string): [string, string][] | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
    return Object.entries(value).map(([name, one]) => [
      name,
      typeof one === "object" ? JSON.stringify(one) : String(one),
    ]);
  } catch {
    return undefined;
  }
}

function inQuery(key: string, text: string, style: string): string[] {
  const pair = (name: string, value: string) => `${encoded(name)}=${encoded(value)}`;
  const members = style === "members" || style === "deep" || style === "pairs" ? objectIn(text) : undefined;
  if (members !== undefined) {
    if (style === "members") return members.map(([name, value]) => pair(name, value));
    if (style === "deep") return members.map(([name, value]) => pair(`${key}[${name}]`, value));
    return [`${encoded(key)}=${members.map((one) => one.map(encoded).join(",")).join(",")}`];
  }
  if (style === "repeated") return listed(text).map((one) => pair(key, one));
  if (style.startsWith("joined:")) {
    const by = style.slice("joined:".length);
    return [
      `${encoded(key)}=${listed(text)
        .map(encoded)
        .join(by === "," ? "," : encoded(by))}`,
    ];
  }
  return [pair(key, text)];
}

/** In a header, or in a path without a style. */
function inSimple(text: string, style: string): string[] {
  if (style === "pairs" || style === "members") return objectIn(text)?.flat() ?? [text];
  return style === "repeated" || style.startsWith("joined:") ? listed(text) : [text];
}

function inPath(key: string, text: string, style: string): string {
  const value = inSimple(text, style).map(encoded).join(",");
  if (style === "label") return `.${value}`;
  return style === "matrix" ? `;${encoded(key)}=${value}` : value;
}

function readable(text: string, type: string): string {
  if (!/json/i.test(type) || text.length > maxShown) return text;
  try {
    return JSON.stringify(JSON.parse(text), undefined, 2);
  } catch {
    return text;
  }
}

function show(result: HTMLElement, { status, type, milliseconds, text }: ApiResponse): void {
  const line = document.createElement("p");
  const code = document.createElement("span");
  code.className = `status status-${status.slice(0, 1)}`;
  code.textContent = status;
  line.append(code, ` ${type}, ${milliseconds} ms`);
  const pre = document.createElement("pre");
  pre.tabIndex = 0;
  pre.textContent = text;
  result.replaceChildren(line, ...(text === "" ? [] : [pre]));
}
