import { oneLine } from "../present/wording.ts";
import type { Names } from "./resource.ts";

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

/** The only variable that may be a path, with unencoded slashes. */
const pathVariable = "page";

const maxUriLength = 4000;

/**
 * Parses URIs of a template: the values of its variables, percent-decoded; undefined for a URI that does not match
 * or is not valid UTF-8.
 */
export function uriReader(uriTemplate: string): (uri: string) => Names | undefined {
  const names: string[] = [];
  const form = uriTemplate.replace(/[.?*+^$()|[\]\\]|\{(\w+)\}/g, (literal, name?: string) => {
    if (name === undefined) return `\\${literal}`;
    names.push(name);
    return name === pathVariable ? "([^?#]+)" : "([^/?#]+)";
  });
  const pattern = new RegExp(`^${form}$`);
  return (uri) => {
    const match = uri.length > maxUriLength ? null : pattern.exec(uri);
    if (match === null) return undefined;
    try {
      return Object.fromEntries(names.map((name, at) => [name, decodeURIComponent(match[at + 1] ?? "")]));
    } catch {
      return undefined;
    }
  };
}

/** A link to a resource whose title was written by others. */
export function linkTo(title: string, uri: string): string {
  return `[${escaped(oneLine(title)) || "(no title)"}](${uri})`;
}

export const escaped = (title: string): string => title.replace(/[[\]\\]/g, "\\$&");
