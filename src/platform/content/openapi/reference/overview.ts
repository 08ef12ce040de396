import { own, toText } from "../pointer.ts";
import type { Api } from "./api.ts";
import { block, code, escaped, inline, plain } from "./foreign-text.ts";
import { authentication, schemeText } from "./security-words.ts";

const limits = { servers: 30, schemes: 50 };

/** The general facts of an API: description, servers and authentication. Without the title. */
export function overviewText({ root, servers, schemes, dialect, operations, security }: Api, slug: string): string {
  const info = own(root.value, "info");
  const version = plain(writtenVersion(own(info, "version")), 60);
  const kind = dialect === "2.0" ? "Swagger 2.0" : `OpenAPI ${dialect}`;
  const count = `${operations.length} ${operations.length === 1 ? "operation" : "operations"}`;
  const needed = authentication(security);
  const facts = [
    `${version === "" ? "An API" : `Version ${escaped(version)}`} with ${count}, computed from ${kind} specification ${code(slug)}.`,
    ...linkFact("Terms of service", own(info, "termsOfService")),
    ...linkFact("More", own(own(root.value, "externalDocs"), "url")),
    ...contactFact(own(info, "contact")),
    ...licenseFact(own(info, "license")),
  ];
  return [
    facts.join(" "),
    block(toText(own(info, "description"))),
    ...(servers.length === 0 ? [] : ["## Servers", serverList(servers)]),
    ...(schemes.length === 0 && needed === ""
      ? []
      : ["## Authentication", needed, ...schemes.slice(0, limits.schemes).map(schemeText)]),
  ]
    .filter((one) => one !== "")
    .join("\n\n");
}

/** Without quotes, YAML reads a version as a number. */
const writtenVersion = (version: unknown) => (typeof version === "number" ? String(version) : toText(version));

function linkFact(label: string, url: unknown): string[] {
  return toText(url) === "" ? [] : [`${label}: ${inline(toText(url), 500)}.`];
}

function contactFact(contact: unknown): string[] {
  const parts = ["name", "email", "url"].flatMap((name) => {
    const text = inline(toText(own(contact, name)), 300);
    return text === "" ? [] : [text];
  });
  return parts.length === 0 ? [] : [`Contact: ${parts.join(", ")}.`];
}

function licenseFact(license: unknown): string[] {
  const name = inline(toText(own(license, "name")), 100);
  return name === "" ? [] : [`License: ${name}.`];
}

export function serverList(servers: Api["servers"]): string {
  return servers
    .slice(0, limits.servers)
    .map(({ url, description, variables }) => {
      const summary = inline(description);
      const below = variables.slice(0, 20).map(({ name, standard, values, description: about }) => {
        const choices =
          values.length > 0
            ? `, one of ${values
                .slice(0, 40)
                .map((value) => code(value))
                .join(", ")}`
            : "";
        const words = inline(about);
        return `  - ${code(`{${name}}`)}: ${code(standard) || "any"}${choices}${words === "" ? "" : `. ${words}`}`;
      });
      return [`- ${code(url, 500)}${summary === "" ? "" : `: ${summary}`}`, ...below].join("\n");
    })
    .join("\n");
}
