import type { RequestView } from "./api-view.ts";

/** A request in one of the languages commonly used to call APIs. */
export interface RequestSample {
  readonly title: string;
  readonly syntax: string;
  readonly text: string;
}

export function requestSamples(request: RequestView): RequestSample[] {
  return [
    { title: "curl", syntax: "bash", text: curl(request) },
    { title: "JavaScript", syntax: "javascript", text: javascript(request) },
    { title: "Python", syntax: "python", text: python(request) },
  ];
}

function curl({ method, url, headers, body }: RequestView): string {
  const parts = [
    `curl ${method === "GET" ? "" : `--request ${method} `}${quoted(url)}`,
    ...headers.map(([name, value]) => `--header ${quoted(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : [`--data-raw ${quoted(body)}`]),
  ];
  return parts.join(" \\\n  ");
}

/** Quotes any text as a single shell word. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

function javascript({ method, url, headers, body }: RequestView): string {
  const members = [
    ...(method === "GET" ? [] : [`method: ${JSON.stringify(method)},`]),
    ...(headers.length === 0
      ? []
      : [
          "headers: {",
          ...headers.map(([name, value]) => `  ${JSON.stringify(name)}: ${JSON.stringify(value)},`),
          "},",
        ]),
    ...(body === undefined ? [] : [`body: ${bodyIn(body, (json) => `JSON.stringify(${json})`)},`]),
  ];
  const options = members.length === 0 ? "" : `, {\n${indented(members.join("\n"))}\n}`;
  return `const response = await fetch(${JSON.stringify(url)}${options});\nconsole.log(response.status, await response.text());`;
}

function python({ method, url, headers, body }: RequestView): string {
  const json = body === undefined ? undefined : parseJson(body);
  const members = [
    `${JSON.stringify(url)},`,
    ...(headers.length === 0
      ? []
      : [
          "headers={",
          ...headers.map(([name, value]) => `    ${JSON.stringify(name)}: ${JSON.stringify(value)},`),
          "},",
        ]),
    ...(body === undefined
      ? []
      : [json === undefined ? `data=${JSON.stringify(body)},` : `json=${pythonValue(json)},`]),
  ];
  const call = members.length === 1 ? members[0]?.replace(/,$/, "") : `\n${indented(members.join("\n"), "    ")}\n`;
  return `import requests\n\nresponse = requests.${method.toLowerCase()}(${call})\nprint(response.status_code, response.text)`;
}

function bodyIn(body: string, written: (json: string) => string): string {
  const json = parseJson(body);
  return json === undefined ? JSON.stringify(body) : written(JSON.stringify(json, undefined, 2));
}

/** The object or list that a text represents as JSON. */
function parseJson(text: string): object | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text) as object;
  } catch {
    return undefined;
  }
}

function pythonValue(value: unknown, indent = ""): string {
  const inner = `${indent}    `;
  if (value === null) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (typeof value !== "object") return JSON.stringify(value);
  if (Array.isArray(value)) {
    if (value.length === 0) return "[]";
    return `[\n${value.map((one) => `${inner}${pythonValue(one, inner)},\n`).join("")}${indent}]`;
  }
  const entries = Object.entries(value);
  if (entries.length === 0) return "{}";
  const lines = entries.map(([name, one]) => `${inner}${JSON.stringify(name)}: ${pythonValue(one, inner)},\n`);
  return `{\n${lines.join("")}${indent}}`;
}

const indented = (text: string, by = "  ") => text.replace(/^(?=.)/gm, by);
