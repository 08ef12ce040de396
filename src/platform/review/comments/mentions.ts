import type { Role } from "../../../contract/models/role.ts";
import { listAtSigns, mentionedUser, printMention } from "../../../markdown/document/mentions.ts";
import type { ContentReference } from "../../../markdown/document/model.ts";
import { listLinks } from "../../../markdown/page/links.ts";
import { listMemberNames } from "../../access/members-rows.ts";
import { findActiveMember, findMembers, normalizeEmail } from "../../access/people-rows.ts";
import { may } from "../../access/roles.ts";
import type { Context } from "../../kernel/context.ts";

/** Maximum number of `@` names looked up in one text. */
const maxMentions = 50;

interface Named {
  readonly id: string;
  readonly display_name: string;
  readonly email: string | null;
}

/**
 * A comment text with `@name` and `@address` replaced by links to the members they name, which is how texts mention
 * people. A name that matches no member, or several, stays unchanged. So does everything if the caller may not list the
 * members.
 */
export async function linkMentions(
  { queries, user }: Context,
  organization: string,
  markdown: string,
): Promise<string> {
  if (!markdown.includes("@")) return markdown;
  const ranges = listAtSigns(markdown).slice(0, maxMentions);
  if (ranges.length === 0) return markdown;
  const viewer = await findActiveMember(queries, organization, user.id);
  if (!may((viewer?.role ?? null) as Role | null, "view")) return markdown;
  const members = await listMemberNames(queries, organization);
  let text = "";
  let done = 0;
  for (const { start, end } of ranges) {
    if (start < done) continue;
    const found = memberAt(markdown.slice(start + 1, Math.min(end, start + 1 + maxNameLength)), members);
    if (found === undefined) continue;
    text += markdown.slice(done, start) + printMention(getDisplayName(found.member), found.member.id);
    done = start + 1 + found.length;
  }
  return text + markdown.slice(done);
}

/**
 * Resolves the links of Markdown texts. A link that mentions a user who is no member of the organization stays a link.
 */
export async function readMentions(
  { queries }: Context,
  organization: string,
  texts: readonly string[],
): Promise<(href: string) => ContentReference> {
  const named = new Set(texts.flatMap((text) => listLinks(text).flatMap(({ href }) => mentionedUser(href) ?? [])));
  const members = new Set((await findMembers(queries, organization, [...named])).map(({ user }) => user));
  return (href) => {
    const user = mentionedUser(href);
    return user !== undefined && members.has(user) ? { kind: "user", user } : { kind: "url", url: href };
  };
}

/** Maximum length of a name or an e-mail address. */
const maxNameLength = 300;

const getDisplayName = ({ display_name: name, id }: Named) => name.replace(/\s+/g, " ").trim() || id;

/** The member named at the start of a text: by address, by the longest name, or by a first name that is unique. */
function memberAt(text: string, members: readonly Named[]): { member: Named; length: number } | undefined {
  const written = /^[^\s@<>()[\]\\,;:"]+@[\p{L}\p{N}.-]*[\p{L}\p{N}]/u.exec(text)?.[0];
  if (written !== undefined) {
    const email = normalizeEmail(written);
    const member = members.find((one) => one.email !== null && one.email === email);
    return member && { member, length: written.length };
  }
  const lower = text.toLowerCase();
  const fitting = members.filter(({ display_name: name }) => {
    const rest = text.slice(name.length);
    return name.trim() !== "" && lower.startsWith(name.toLowerCase()) && !/^[\p{L}\p{N}]/u.test(rest);
  });
  const length = Math.max(0, ...fitting.map(({ display_name: name }) => name.length));
  const ofName = fitting.filter(({ display_name: name }) => name.length === length);
  if (ofName.length > 0) return only(ofName, length);
  const word = /^[\p{L}\p{N}]+/u.exec(text)?.[0];
  if (word === undefined) return undefined;
  const first = members.filter(({ display_name: name }) => name.split(/\s/)[0]?.toLowerCase() === word.toLowerCase());
  return only(first, word.length);
}

function only([member, ...others]: readonly Named[], length: number): { member: Named; length: number } | undefined {
  return member === undefined || others.length > 0 ? undefined : { member, length };
}
