import type { ContentReference } from "../../text/document/model.ts";
import { listLinks } from "../../text/links.ts";
import type { Context } from "../context.ts";
import { findMembers } from "../store/people.ts";

const userPath = /^\/users\/([A-Za-z0-9_-]+)$/;

/**
 * Reads the links of Markdown texts. A link to `/users/<id>` mentions that member of the organization; one that names
 * nobody there stays a link.
 */
export async function referencesIn(
  { queries }: Context,
  organization: string,
  texts: readonly string[],
): Promise<(href: string) => ContentReference> {
  const named = new Set(texts.flatMap((text) => listLinks(text).flatMap(({ href }) => userPath.exec(href)?.[1] ?? [])));
  const members = new Set((await findMembers(queries, organization, [...named])).map(({ user }) => user));
  return (href) => {
    const user = userPath.exec(href)?.[1];
    return user !== undefined && members.has(user) ? { kind: "user", user } : { kind: "url", url: href };
  };
}
