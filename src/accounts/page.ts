import { createHash } from "node:crypto";
import { type Child, Html, join } from "../site/html.ts";

const style = `
:root { color-scheme: light dark; --line: #8a8f98; --accent: #1c5fb8; --ground: #fff; --ink: #1d2025; }
@media (prefers-color-scheme: dark) { :root { --accent: #8ab8f5; --ground: #15181d; --ink: #e6e8eb; } }
body { background: var(--ground); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; margin: 3rem auto; max-width: 34rem; padding: 0 1rem; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.15rem; margin-top: 2rem; }
form, ul, table { margin: 1rem 0; } ul { padding-left: 1.2rem; } ul.ways { list-style: none; padding: 0; }
label { display: block; font-weight: 600; margin-top: .75rem; }
input[type=email], input[type=text], select { box-sizing: border-box; font: inherit; color: inherit; background: var(--ground); padding: .5rem; width: 100%; border: 1px solid var(--line); border-radius: 4px; }
button, a.button { background: none; border: 1px solid var(--accent); border-radius: 4px; color: var(--accent); cursor: pointer; display: inline-block; font: inherit; margin: .5rem .5rem 0 0; padding: .5rem 1rem; text-decoration: none; }
button.primary, a.primary { background: #1c5fb8; border-color: #1c5fb8; color: #fff; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
table { border-collapse: collapse; width: 100%; } th, td { border-bottom: 1px solid var(--line); padding: .4rem .6rem .4rem 0; text-align: left; vertical-align: top; }
td form, td button { margin: 0; white-space: nowrap; }
pre { border: 1px solid var(--line); border-radius: 4px; overflow-wrap: anywhere; padding: .6rem; white-space: pre-wrap; }
.note { border-left: 4px solid var(--accent); padding-left: 1rem; }
`;

const styleHash = createHash("sha256").update(style).digest("base64");

export interface PageOptions {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Origins other than this one to which the response to a form may redirect; browsers check redirects too. */
  readonly formTargets?: readonly string[];
}

/** A page for a browser: no scripts, no frames, no external resources, and never cached. */
export function renderPage(title: string, body: Html, options: PageOptions = {}): Response {
  const { status = 200, headers = {}, formTargets = [] } = options;
  const document = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} · Copydesk</title>
<style>${Html.trusted(style)}</style>
</head>
<body>
<main>
<h1>${title}</h1>
${body}
</main>
</body>
</html>
`;
  return new Response(document.text, {
    status,
    headers: { ...pageHeaders(formTargets), "Content-Type": "text/html; charset=utf-8", ...headers },
  });
}

const pageHeaders = (formTargets: readonly string[]) => ({
  "Content-Security-Policy": [
    "default-src 'none'",
    `style-src 'sha256-${styleHash}'`,
    `form-action ${["'self'", ...formTargets].join(" ")}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join("; "),
  ...privateHeaders,
});

/** For every response to a person. Only this server receives the addresses of its pages as referrers. */
export const privateHeaders = {
  "Cache-Control": "no-store",
  "Referrer-Policy": "same-origin",
  "X-Content-Type-Options": "nosniff",
  "X-Frame-Options": "DENY",
  "Cross-Origin-Opener-Policy": "same-origin",
};

/** Redirects the browser to another address with a GET. */
export function redirect(location: string): Response {
  return new Response(null, { status: 303, headers: { ...privateHeaders, Location: location } });
}

/** Markup with values inserted. Text is escaped for content and for quoted attribute values; `undefined` is empty. */
export function html(strings: TemplateStringsArray, ...parts: readonly Child[]): Html {
  return Html.trusted(strings.map((text, index) => text + join(parts[index]).text).join(""));
}
