import { own, toRecord, toText } from "../pointer.ts";
import type { Api, ApiOperation, Scheme } from "./api.ts";
import { block, code, escaped, inline, plain } from "./foreign-text.ts";

/** Placeholder for a secret in an example. */
const secret = "<token>";

const most = { ways: 12, scopes: 20 };

/** A paragraph on how to authenticate for an operation. `overview` is the address of the page with details. */
export function authentication(security: ApiOperation["security"], overview?: string): string {
  if (security === undefined) return "";
  const ways = security.map((needed) => {
    const names = Object.entries(needed).map(([name, scopes]) => {
      const shown = scopes.slice(0, most.scopes).map((scope) => code(scope));
      const rest = scopes.length - shown.length;
      return `${code(name)}${shown.length === 0 ? "" : ` with ${shown.join(", ")}`}${rest > 0 ? ` and ${rest} more` : ""}`;
    });
    return names.length === 0 ? "none" : names.join(" and ");
  });
  if (ways.length === 0 || ways.every((way) => way === "none")) return "**Authentication:** none";
  const more = overview === undefined ? "" : ` ([how](${overview}#authentication))`;
  const rest = ways.length - most.ways;
  return `**Authentication:** ${ways.slice(0, most.ways).join(", or ")}${rest > 0 ? `, or ${rest} more` : ""}${more}`;
}

/** What a scheme adds to a request: where, under which name, and the prefix of the secret. */
export interface Credential {
  readonly location: "header" | "query" | "cookie" | "other";
  readonly key: string;
  readonly prefix: string;
}

/** What a named scheme adds to a request; `other` if it adds nothing or is unknown. */
export function toCredential(name: string, { schemes }: Api): Credential {
  const scheme = schemes.find((one) => one.name === name)?.at.value;
  const type = toText(own(scheme, "type"));
  const word = toText(own(scheme, "scheme")).toLowerCase();
  const location = toText(own(scheme, "in"));
  const authorization = (prefix: string): Credential => ({ location: "header", key: "Authorization", prefix });
  if (type === "basic" || word === "basic") return authorization("Basic ");
  if (type === "http") {
    return authorization(`${word === "bearer" ? "Bearer" : plain(word, 40).replace(/[^\w-]/g, "")} `);
  }
  if (type === "oauth2" || type === "openIdConnect") return authorization("Bearer ");
  if (type !== "apiKey" || (location !== "header" && location !== "query" && location !== "cookie")) {
    return { location: "other", key: "", prefix: "" };
  }
  return { location, key: plain(toText(own(scheme, "name")), 100).replace(/[^\w.-]/g, ""), prefix: "" };
}

/** The headers and query parameters that the first authentication alternative adds to a request. */
export function credentials(security: ApiOperation["security"], api: Api) {
  const needed = Object.keys(security?.find((one) => Object.keys(one).length > 0) ?? {});
  const added = needed.map((name) => toCredential(name, api));
  const written = ({ prefix }: Credential) => prefix + (prefix === "Basic " ? "<base64 of user:password>" : secret);
  const pairs = (location: Credential["location"]) =>
    added.filter((one) => one.location === location).map((one) => `${one.key}=${secret}`);
  const cookies = pairs("cookie");
  return {
    headers: [
      ...added.filter(({ location }) => location === "header").map((one) => `${one.key}: ${written(one)}`),
      ...(cookies.length > 0 ? [`Cookie: ${cookies.join("; ")}`] : []),
    ],
    query: pairs("query"),
  };
}

/** A scheme in words: what is sent where, and where to get it. */
export function schemeText({ name, at }: Scheme): string {
  const { value } = at;
  const paragraphs = [`**${escaped(plain(name))}**: ${describeKind(value)}`, block(toText(own(value, "description")))];
  const flows = toRecord(own(value, "flows"));
  const all =
    Object.keys(flows).length > 0
      ? Object.entries(flows)
      : toText(own(value, "flow"))
        ? [[toText(own(value, "flow")), value] as const]
        : [];
  for (const [kind, flow] of all) {
    const urls = ["authorizationUrl", "tokenUrl", "refreshUrl"].flatMap((member) => {
      const url = toText(own(flow, member));
      return url === "" ? [] : [`${member.replace("Url", "")} ${code(url, 500)}`];
    });
    const scopes = Object.entries(toRecord(own(flow, "scopes"))).slice(0, 300);
    const lines = scopes.map(([scope, about]) => `- ${code(scope)}: ${inline(String(about))}`);
    paragraphs.push(`Flow ${code(kind)}: ${urls.join(", ")}`, lines.join("\n"));
  }
  return paragraphs.filter((one) => one !== "").join("\n\n");
}

export function describeKind(scheme: unknown): string {
  const [type, location] = [toText(own(scheme, "type")), toText(own(scheme, "in"))];
  const word = toText(own(scheme, "scheme"));
  if (type === "basic" || word.toLowerCase() === "basic")
    return "HTTP basic: header `Authorization: Basic <base64 of user:password>`.";
  if (type === "http") {
    const format = plain(toText(own(scheme, "bearerFormat")), 60);
    const token = format === "" ? "<token>" : `<${format}>`;
    return `HTTP ${escaped(plain(word, 40))}: header ${code(`Authorization: ${word.toLowerCase() === "bearer" ? "Bearer" : word} ${token}`)}.`;
  }
  if (type === "apiKey")
    return `API key: ${plain(location, 20) === "" ? "" : `${escaped(plain(location, 20))} `}${code(toText(own(scheme, "name")))}.`;
  if (type === "oauth2") return "OAuth 2.0: header `Authorization: Bearer <access token>`.";
  if (type === "openIdConnect")
    return `OpenID Connect, described at ${code(toText(own(scheme, "openIdConnectUrl")), 500)}: header \`Authorization: Bearer <access token>\`.`;
  if (type === "mutualTLS") return "a certificate of the client (mutual TLS).";
  return `${escaped(plain(type, 40))}.`;
}
