import type { Client } from "../client/client.ts";

export interface ResourceContext {
  readonly client: Client;
  readonly signal: AbortSignal;
  /** Marks a text as written by others and cuts it to the answer budget, ending with `continuation` where it was cut. */
  present(text: string, about: { readonly title?: string; readonly continuation: string }): string;
}

export interface ResourceFamily {
  readonly template: {
    readonly uriTemplate: string;
    readonly name: string;
    readonly title: string;
    readonly description: string;
    readonly mimeType: "text/markdown";
  };
  /** The resource as Markdown; undefined when the URI is not one of this family. */
  read(uri: string, context: ResourceContext): Promise<string> | undefined;
}

export const spaceUri = (space: string): string => `docs://spaces/${encodeURIComponent(space)}`;
export const pageUri = (space: string, page: string): string => `${spaceUri(space)}/pages/${encodeURIComponent(page)}`;

/** The variables of a URI, percent-decoded; undefined when it does not have the form or is not valid UTF-8. */
export function variablesOf(uri: string, form: RegExp): readonly string[] | undefined {
  const match = form.exec(uri);
  if (match === null) return undefined;
  try {
    return match.slice(1).map(decodeURIComponent);
  } catch {
    return undefined;
  }
}
