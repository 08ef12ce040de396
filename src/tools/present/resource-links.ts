import type { ToolAnswer } from "../tool.ts";
import { estimateTokens } from "./budget.ts";
import { oneLine } from "./name.ts";

export const organizationUri = (organization: string): string => `docs://orgs/${encodeURIComponent(organization)}`;
export const instructionsUri = (organization: string): string => `${organizationUri(organization)}/agent-instructions`;
export const openapiUri = (organization: string, slug: string): string =>
  `${organizationUri(organization)}/openapi/${encodeURIComponent(slug)}`;
export const clusterUri = (organization: string, cluster: string): string =>
  `${organizationUri(organization)}/issue-clusters/${encodeURIComponent(cluster)}`;
export const spaceUri = (space: string): string => `docs://spaces/${encodeURIComponent(space)}`;
export const pageUri = (space: string, page: string): string => `${spaceUri(space)}/pages/${encodeURIComponent(page)}`;
const changeRequestUri = (space: string, number: number | string): string =>
  `${spaceUri(space)}/change-requests/${encodeURIComponent(number)}`;
export const draftPageUri = (space: string, number: number | string, page: string): string =>
  `${changeRequestUri(space, number)}/pages/${encodeURIComponent(page)}`;

export type ResourceLink = NonNullable<ToolAnswer["links"]>[number];

/** Links in one answer: hosts show each as a thing to open. */
const mostLinks = 10;
/** What a link to a page costs, and what stands around URI and name in one. */
const usualTokens = 70;
const frameTokens = 20;

/** The text of an answer has so many tokens before links have any. */
const leastText = 1000;

/** Tokens to keep for the links of an answer about so many things: a fifth of a long answer, none of a short one. */
export const roomForLinks = (things: number, answerTokens: number): number =>
  Math.floor(Math.min(Math.min(things, mostLinks) * usualTokens, Math.max(0, answerTokens - leastText) / 5));

/** The first links, ten at the most, that together cost at most so many tokens. */
export function linksWithin(links: readonly ResourceLink[], tokens: number): ResourceLink[] {
  let left = tokens;
  const after = links.slice(0, mostLinks).findIndex(({ uri, name }) => {
    left -= estimateTokens(uri) + estimateTokens(name) + frameTokens;
    return left < 0;
  });
  return links.slice(0, after === -1 ? mostLinks : after);
}

/** A resource that an answer is about, for hosts that show what can be opened. */
export const resourceLink = (uri: string, name: string): ResourceLink => ({
  uri,
  name: oneLine(name),
  mimeType: "text/markdown",
});

export const spaceLink = ({ id, title }: { readonly id: string; readonly title: string }): ResourceLink =>
  resourceLink(spaceUri(id), title);

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

export const openapiLink = (organization: string, slug: string): ResourceLink =>
  resourceLink(openapiUri(organization, slug), slug);

export const instructionsLink = (organization: string): ResourceLink =>
  resourceLink(instructionsUri(organization), "Instructions for agents");

export const clusterLink = (
  organization: string,
  { id, label }: { readonly id: string; readonly label: string },
): ResourceLink => resourceLink(clusterUri(organization, id), label);
