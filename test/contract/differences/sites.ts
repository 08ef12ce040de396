import type { Differences } from "./difference.ts";

const wholeBody = "The body is this one value; a request without it says nothing.";

export const sites: Differences = {
  createSite: {
    added: {
      "body type is one of basic, legacy-basic, legacy-premium, premium, sponsored, ultimate":
        "Values from the public description; only `basic` is shown.",
    },
  },
  updateSiteById: {
    added: {
      "body hostname is optional": "Copydesk's own: the public service has hosts set up in its web app alone.",
      "body hostname is at most 512": "The bound that the site's own field has.",
      "body hostname matches ^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?[.]){2,}[a-z0-9][a-z0-9-]{0,61}[a-z0-9]$":
        "The pattern that the site's own field has.",
      "body title is at least 2": "The bound that the site's own field has.",
      "body title is at most 128": "The bound that the site's own field has.",
      "body proxy matches ^([\\w-]+\\.)*[\\w-]+\\.[a-zA-Z]{2,}(\\/[\\w-]+)+$":
        "The shape that the description gives in words, as the public one writes it.",
    },
  },
  updateSiteAdaptiveSchema: {
    added: { "body jsonSchema is required": "The public service requires it; there is nothing else to replace." },
    missing: { "body jsonSchema is optional": "See above." },
  },
  searchSiteContent: {
    added: {
      "body mode is one of all, current, specific": "Each value is a form of its own in the public description.",
    },
    missing: { "body mode is one of specific": "See above: the value of the first form alone." },
  },
  updateSiteSectionGroupById: {
    added: { "body icon is at most 50": "The bound that the group's own field has." },
  },
  updateSiteCustomizationById: {
    added: { "body settings is required": wholeBody },
    missing: { "body settings is optional": wholeBody },
  },
  overrideSiteSpaceCustomizationById: {
    added: { "body override is required": wholeBody },
    missing: { "body override is optional": wholeBody },
  },
  updateSitePublishingAuthById: {
    added: {
      "body backend is one of custom, integration": "Each value is a form of its own in the public description.",
      "body backend is required": "Both forms of the public description require it.",
      "body fallbackURL is at most 2048": "The bound of every address.",
      "body logoutURL is at most 2048": "The bound of every address.",
    },
    missing: {
      "body backend is one of custom": "See above: the value of the first form alone.",
      "body backend is optional": "See above.",
    },
  },
};
