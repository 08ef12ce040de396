import { own, recordOf, textOf } from "../pointer.ts";
import type { Api, ApiOperation, Scheme } from "./api.ts";
import { block, code, escaped, inline, plain } from "./foreign-text.ts";

/** What stands for a secret in an example. */
const secret = "<token>";

/** How an operation is called with a right to do so: a paragraph. `overview` is the address of the page that says more. */
export function authentication(security: ApiOperation["security"], overview?: string): string {
  if (security === undefined) return "";
  const ways = security.map((needed) => {
    const names = Object.entries(needed).map(([name, scopes]) => {
      const shown = scopes
        .slice(0, 20)
        .map((scope) => code(scope))
        .join(", ");
      return `${code(name)}${shown === "" ? "" : ` with ${shown}`}`;
    });
    return names.length === 0 ? "none" : names.join(" and ");
  });
  if (ways.length === 0 || ways.every((way) => way === "none")) return "**Authentication:** none";
  const more = overview === undefined ? "" : ` ([how](${overview}#authentication))`;
  return `**Authentication:** ${ways.slice(0, 12).join(", or ")}${more}`;
}

/** Headers and query that the first way to authenticate adds to a request. */
export function credentials(security: ApiOperation["security"], { schemes }: Api) {
  const headers: string[] = [];
  const query: string[] = [];
  const cookies: string[] = [];
  for (const name of Object.keys(security?.find((needed) => Object.keys(needed).length > 0) ?? {})) {
    const scheme = schemes.find((one) => one.name === name)?.at.value;
    const type = textOf(own(scheme, "type"));
    const word = textOf(own(scheme, "scheme")).toLowerCase();
    const sent = plain(textOf(own(scheme, "name")), 100).replace(/[^\w.-]/g, "");
    const place = textOf(own(scheme, "in"));
    if (type === "basic" || word === "basic") headers.push("Authorization: Basic <base64 of user:password>");
    else if (type === "http")
      headers.push(`Authorization: ${word === "bearer" ? "Bearer" : plain(word, 40).replace(/[^\w-]/g, "")} ${secret}`);
    else if (type === "oauth2" || type === "openIdConnect") headers.push(`Authorization: Bearer ${secret}`);
    else if (type === "apiKey" && place === "header") headers.push(`${sent}: ${secret}`);
    else if (type === "apiKey" && place === "query") query.push(`${sent}=${secret}`);
    else if (type === "apiKey" && place === "cookie") cookies.push(`${sent}=${secret}`);
  }
  return { headers: [...headers, ...(cookies.length > 0 ? [`Cookie: ${cookies.join("; ")}`] : [])], query };
}

/** A scheme in words: what is sent where, and where it is got. */
export function schemeText({ name, at }: Scheme): string {
  const { value } = at;
  const paragraphs = [`**${escaped(plain(name))}**: ${kindOf(value)}`, block(textOf(own(value, "description")))];
  const flows = recordOf(own(value, "flows"));
  const all =
    Object.keys(flows).length > 0
      ? Object.entries(flows)
      : textOf(own(value, "flow"))
        ? [[textOf(own(value, "flow")), value] as const]
        : [];
  for (const [kind, flow] of all) {
    const urls = ["authorizationUrl", "tokenUrl", "refreshUrl"].flatMap((member) => {
      const url = textOf(own(flow, member));
      return url === "" ? [] : [`${member.replace("Url", "")} ${code(url, 500)}`];
    });
    const scopes = Object.entries(recordOf(own(flow, "scopes"))).slice(0, 300);
    const lines = scopes.map(([scope, about]) => `- ${code(scope)}: ${inline(String(about))}`);
    paragraphs.push(`Flow ${code(kind)}: ${urls.join(", ")}`, lines.join("\n"));
  }
  return paragraphs.filter((one) => one !== "").join("\n\n");
}

function kindOf(scheme: unknown): string {
  const [type, place] = [textOf(own(scheme, "type")), textOf(own(scheme, "in"))];
  const word = textOf(own(scheme, "scheme"));
  if (type === "basic" || word.toLowerCase() === "basic")
    return "HTTP basic: header `Authorization: Basic <base64 of user:password>`.";
  if (type === "http") {
    const format = plain(textOf(own(scheme, "bearerFormat")), 60);
    const token = format === "" ? "<token>" : `<${format}>`;
    return `HTTP ${escaped(plain(word, 40))}: header ${code(`Authorization: ${word.toLowerCase() === "bearer" ? "Bearer" : word} ${token}`)}.`;
  }
  if (type === "apiKey")
    return `API key: ${plain(place, 20) === "" ? "" : `${escaped(plain(place, 20))} `}${code(textOf(own(scheme, "name")))}.`;
  if (type === "oauth2") return "OAuth 2.0: header `Authorization: Bearer <access token>`.";
  if (type === "openIdConnect")
    return `OpenID Connect, described at ${code(textOf(own(scheme, "openIdConnectUrl")), 500)}: header \`Authorization: Bearer <access token>\`.`;
  if (type === "mutualTLS") return "a certificate of the client (mutual TLS).";
  return `${escaped(plain(type, 40))}.`;
}
