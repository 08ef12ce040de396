import type { ContentReference } from "../../markdown/document/model.ts";

/** What a link into another space names. */
export interface SpaceTarget {
  readonly space: string;
  readonly page?: string | undefined;
  /** From the root of the space. */
  readonly path?: string | undefined;
  readonly anchor?: string | undefined;
}

/** Undefined for what leads into no other space. Links in texts have the forms that exports and the app write. */
export function spaceTargetOf(reference: ContentReference, own: string): SpaceTarget | undefined {
  const found = readTarget(reference);
  return found === undefined || found.space === own ? undefined : found;
}

function readTarget(reference: ContentReference): SpaceTarget | undefined {
  switch (reference.kind) {
    case "space":
      return { space: reference.space };
    case "page":
      return reference.space === undefined ? undefined : { space: reference.space, page: reference.page };
    case "anchor": {
      const { space, page, anchor } = reference;
      return space === undefined ? undefined : { space, page, anchor };
    }
    case "url":
      return readAddress(reference.url);
    default:
      return undefined;
  }
}

function readAddress(written: string): SpaceTarget | undefined {
  const hash = written.indexOf("#");
  const address = hash < 0 ? written : written.slice(0, hash);
  const anchor = hash < 0 ? undefined : written.slice(hash + 1);
  const [, space, page] = /^\/spaces\/([\w-]+)(?:\/pages\/([\w-]+))?\/?$/.exec(address) ?? [];
  if (space !== undefined) return { space, page, anchor };
  const [, shown, path] = /^https?:\/\/[^/]+\/app\/[\w-]+\/s\/([\w-]+)(?:\/([^?]*))?$/.exec(address) ?? [];
  return shown === undefined ? undefined : { space: shown, path: path === "" ? undefined : path, anchor };
}
