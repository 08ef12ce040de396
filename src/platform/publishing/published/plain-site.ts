import { plainCustomization } from "../../../site/index.ts";
import type { ServedContent } from "./served-content.ts";

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
export function createPlainContent({ changes, ...served }: PlainSite): ServedContent {
  const emptyParts = { headerLinks: [], footerGroups: [], sections: [], variants: [], isUnlisted: false };
  return {
    ...served,
    audience: "public",
    site: { root: served.basePath, agents: {}, customization: plainCustomization, ...emptyParts, changes },
  };
}
