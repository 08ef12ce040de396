import { adaptiveSchemaOf } from "./adaptive-schema.ts";
import { type Claims, knownClaims, VisitorConditions } from "./conditions.ts";
import type { SiteRow } from "./sites-rows.ts";

/** Who asks for a page of a published site. */
export interface Visitor {
  readonly type?: "human" | "agent" | undefined;
  /** Signed with the site's private key; its claims are proved. */
  readonly jwtToken?: string | undefined;
  /** Attributes that anybody can set. */
  readonly unsignedClaims?: Claims | undefined;
}

/** The claims of a visitor's token; undefined for one that is not signed with the site's key, or that has expired. */
export async function readVisitorToken(
  { auth_key: key }: Pick<SiteRow, "auth_key">,
  token: string,
  now: string,
): Promise<Claims | undefined> {
  const { errors, jwtVerify } = await import("jose");
  try {
    const { payload } = await jwtVerify(token, new TextEncoder().encode(key), {
      algorithms: ["HS256"],
      currentDate: new Date(now),
    });
    return payload;
  } catch (error) {
    if (error instanceof errors.JOSEError) return undefined;
    throw error;
  }
}

/** Decides the conditions of a site for a visitor of whom this is known. All hold while they are switched off. */
export function conditionsFor(site: SiteRow, signed: Claims, unsigned: Claims): VisitorConditions | undefined {
  if (site.adaptive_content !== 1) return undefined;
  return new VisitorConditions(knownClaims(adaptiveSchemaOf(site), { ...signed, unsigned }));
}
