import { expiryFrom, isSigned, sign } from "../../kernel/signature.ts";
import { isRecord, own, toList, toRecord, toText } from "./pointer.ts";
import { inside, type Located, type Resolver } from "./references.ts";

/**
 * Addresses of specification texts: for a version until it expires, for a public specification as long as it is public.
 */
export class OpenAPILinks {
  readonly #key: string;

  constructor(key: string) {
    this.#key = key;
  }

  url(origin: string, version: string, now: string): string {
    const expires = expiryFrom(now);
    const signature = sign(this.#key, ["openapi", version, expires]);
    return `${origin}/openapi/${version}?${new URLSearchParams({ expires: String(expires), signature })}`;
  }

  publicUrl(origin: string, key: string): string {
    return `${origin}/openapi/public/${key}`;
  }

  /** The version that an address refers to; undefined if it was not issued here or has expired. */
  readVersion(url: URL, now: string): string | undefined {
    const version = /^\/openapi\/([A-Za-z0-9]+)$/.exec(url.pathname)?.[1] ?? "";
    const expires = Number(url.searchParams.get("expires"));
    const signature = url.searchParams.get("signature") ?? "";
    if (!isSigned(this.#key, ["openapi", version, expires], signature)) return undefined;
    return expires * 1000 > Date.parse(now) ? version : undefined;
  }

  readPublicKey(url: URL): string | undefined {
    return /^\/openapi\/public\/([A-Za-z0-9]+)$/.exec(url.pathname)?.[1];
  }
}

declare module "../../kernel/context.ts" {
  interface Setup {
    readonly openapiLinks: OpenAPILinks;
  }
}

export const methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace"] as const;

/** An operation of an API, with what its path declares for all of its operations. */
export interface Operation {
  readonly method: string;
  readonly path: string;
  readonly at: Located;
  /** Its path, with all of its operations. */
  readonly item: Located;
  /** Parameters of the path and of the operation, which override them. */
  readonly parameters: readonly Parameter[];
}

export interface Parameter {
  readonly name: string;
  /** `path`, `query`, `header`, `cookie`; in Swagger 2.0 also `body` and `formData`. */
  readonly location: string;
  readonly at: Located;
}

/** Operations in source order. */
export function listOperations(root: Located, resolver: Resolver): Operation[] {
  const paths = inside(root, "paths");
  return Object.keys(toRecord(paths.value)).flatMap((path) => {
    const item = resolver.follow(inside(paths, path));
    if (item === undefined || !isRecord(item.value)) return [];
    const shared = listParameters(item, resolver);
    return methods.flatMap((method) => {
      const at = resolver.follow(inside(item, method));
      if (at === undefined || !isRecord(at.value)) return [];
      const parameters = new Map([...shared, ...listParameters(at, resolver)].map((one) => [toKey(one), one]));
      return [{ method, path, at, item, parameters: [...parameters.values()] }];
    });
  });
}

const toKey = ({ name, location }: Parameter) => JSON.stringify([location, name]);

export function listParameters(at: Located, resolver: Resolver): Parameter[] {
  const list = inside(at, "parameters");
  return toList(list.value).flatMap((_, index) => {
    const found = resolver.follow(inside(list, String(index)));
    if (found === undefined || !isRecord(found.value)) return [];
    return [{ name: toText(own(found.value, "name")), location: toText(own(found.value, "in")), at: found }];
  });
}
