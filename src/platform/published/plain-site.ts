import { plainCustomization } from "../../site/index.ts";
import type { ReaderPlace } from "./reader-place.ts";

interface PlainSite {
  readonly space: string;
  readonly revision: string;
  readonly title: string;
  readonly basePath: string;
  readonly origin: string;
  readonly version: string;
  readonly hasServer: boolean;
  readonly changes?: string | undefined;
}

/** A space without a site. */
export function plainPlace({ changes, ...place }: PlainSite): ReaderPlace {
  const nothing = { headerLinks: [], footerGroups: [], sections: [], variants: [], isUnlisted: false };
  return {
    ...place,
    audience: "public",
    site: { root: place.basePath, agents: {}, customization: plainCustomization, ...nothing, changes },
  };
}
