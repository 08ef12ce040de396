import {
  type CandidateContext,
  changeRequests,
  issueClusters,
  openapiSpecs,
  organizations,
  spaces,
} from "../completion/candidates.ts";
import type { Named } from "../completion/complete.ts";
import { languages } from "../completion/languages.ts";
import { readLink } from "../tools/resolve/link.ts";
import type { Subject } from "./prompt.ts";

/**
 * What an argument may name, given the arguments filled in beside it: the change requests of the space, the clusters of
 * the organization. One of those that is not there yet, or fits nothing so far, narrows nothing.
 */
export async function candidatesOf(
  subject: Subject,
  others: Readonly<Record<string, string>>,
  context: CandidateContext,
): Promise<readonly Named[]> {
  switch (subject) {
    case "space":
      return spaces(context);
    case "organization":
      return organizations(context);
    case "language":
      return languages();
    case "openapi_slug":
      return openapiSpecs(context);
    case "change_request":
      return changeRequests(
        await idAmong(() => spaces(context), readLink(others.space ?? "")?.space ?? others.space),
        context,
      );
    case "issue_cluster":
      return issueClusters(await idAmong(() => organizations(context), others.organization), context);
  }
}

/** The id that a name means beyond doubt. */
async function idAmong(list: () => Promise<readonly Named[]>, name: string | undefined): Promise<string | undefined> {
  const wanted = name?.trim() ?? "";
  if (wanted === "") return undefined;
  const all = await list();
  const byId = all.find(({ id }) => id === wanted);
  const titled = all.filter(({ title }) => title.toLowerCase() === wanted.toLowerCase());
  return byId?.id ?? (titled.length === 1 ? titled[0]?.id : undefined);
}
