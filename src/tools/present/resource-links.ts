import type { ToolAnswer } from "../tool.ts";
import { oneLine } from "./name.ts";

export const organizationUri = (organization: string): string => `docs://orgs/${encodeURIComponent(organization)}`;
export const instructionsUri = (organization: string): string => `${organizationUri(organization)}/agent-instructions`;
export const openapiUri = (organization: string, slug: string): string =>
  `${organizationUri(organization)}/openapi/${encodeURIComponent(slug)}`;
export const clusterUri = (organization: string, cluster: string): string =>
  `${organizationUri(organization)}/issue-clusters/${encodeURIComponent(cluster)}`;
export const spaceUri = (space: string): string => `docs://spaces/${encodeURIComponent(space)}`;
export const pageUri = (space: string, page: string): string => `${spaceUri(space)}/pages/${encodeURIComponent(page)}`;
export const changeRequestUri = (space: string, number: number | string): string =>
  `${spaceUri(space)}/change-requests/${encodeURIComponent(number)}`;
export const draftPageUri = (space: string, number: number | string, page: string): string =>
  `${changeRequestUri(space, number)}/pages/${encodeURIComponent(page)}`;

type ResourceLink = NonNullable<ToolAnswer["links"]>[number];

/** Links in one answer: hosts show each as a thing to open. */
export const mostLinks = 10;

/** A resource that an answer is about, for hosts that show what can be opened. */
export const resourceLink = (uri: string, name: string): ResourceLink => ({
  uri,
  name: oneLine(name),
  mimeType: "text/markdown",
});

interface Place {
  readonly space: { readonly id: string };
  readonly changeRequest?: { readonly number: number } | undefined;
}

/** A page where it was read or written: in a space, or in a change request of it. */
export function pageLink(
  { space, changeRequest }: Place,
  page: { readonly id: string; readonly title: string },
): ResourceLink {
  const uri =
    changeRequest === undefined ? pageUri(space.id, page.id) : draftPageUri(space.id, changeRequest.number, page.id);
  return resourceLink(uri, page.title);
}

/** A change request, by its subject. */
export const changeRequestLink = (
  space: { readonly id: string },
  { number, subject }: { readonly number: number; readonly subject: string },
): ResourceLink =>
  resourceLink(changeRequestUri(space.id, number), subject === "" ? `#${number}` : `#${number} ${subject}`);
