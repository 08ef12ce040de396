import { oneLine } from "../present/wording.ts";
import { definePrompt, type Step } from "./prompt.ts";

export const publishApiReference = definePrompt({
  name: "publish_api_reference",
  title: "Publish an API reference",
  description: "Submit an OpenAPI specification, check that it was processed, and have its pages computed.",
  arguments: {
    slug: {
      description: "Name of the specification: letters, digits and dashes",
      required: true,
      names: "openapi_slug",
    },
    url_or_file: { description: "Where the specification is: a URL, or a file", required: true, maxLength: 2000 },
  },
  async draft({ slug: written, url_or_file: source }, lookups) {
    const slug = await lookups.openapiSlug(written);
    const organization = await lookups.organization(undefined);
    const within = organization === undefined ? "" : `, "organization": "${organization}"`;
    const missing =
      organization === undefined ? " There are several organizations: ask the person which one is meant." : "";
    return {
      task: `Publish the API that an OpenAPI specification describes, as specification "${slug}".${missing}`,
      steps: [
        {
          goal: `See whether "${slug}" exists`,
          tool: "show_organization",
          how: `show_organization with "about": "openapi_specs"${within}. If it does, it gets a new version: make sure that this is meant.`,
        },
        ...handIn(slug, source, within),
        {
          goal: "Check that it was processed",
          tool: "show_organization",
          how: `show_organization with "about": "openapi_specs", "name": "${slug}"${within}. Tell the person what it finds wrong; do not continue with a specification that failed.`,
        },
        { goal: "Find where readers expect it", tool: "search_docs", how: "search_docs for mentions of the API." },
        {
          goal: "Choose its space",
          tool: "list_spaces",
          how: "list_spaces; let the person confirm.",
        },
        {
          goal: "Choose its place",
          tool: "list_pages",
          how: "list_pages of that space.",
        },
        { goal: "Open a change request", tool: "open_change_request", how: "open_change_request." },
        {
          goal: "Have its pages computed",
          tool: "write_pages",
          how: `write_pages with one item: "action": "create", "openapi": "${slug}", and the "parent" chosen. It makes an overview and a page for each group of operations, and they follow the specification from then on.`,
        },
        {
          goal: "Read the result",
          tool: "list_pages",
          how: "list_pages of the change request, then read_page of the overview and of one group: whether someone could call the API with it. Missing information belongs in the specification.",
        },
        {
          goal: "Link to it where readers look",
          tool: "edit_page",
          how: "edit_page where the search found the API mentioned: link to the new pages by their paths.",
        },
      ],
      report: "the state of the specification, what is wrong with it, and the pages that were computed",
      decision: {
        what: "whether to merge, and whether the specification and the site become public",
        tools: ["merge_change_request", "update_site"],
      },
      enclosures: [
        ...(organization === undefined
          ? []
          : [
              { tool: "show_organization" as const, arguments: { about: "openapi_specs", organization }, share: 3 },
              { tool: "show_organization" as const, arguments: { about: "sites", organization }, share: 2 },
            ]),
        { tool: "list_spaces", arguments: {}, share: 2 },
      ],
    };
  },
});

function handIn(slug: string, source: string, within: string): Step[] {
  const shown = JSON.stringify(oneLine(source, 2000));
  const call = `publish_openapi_spec with "slug": "${slug}"${within}`;
  // Angle brackets and blanks do not occur in URLs that can be fetched.
  if (/^https?:\/\/[^\s<>]+$/i.test(source.trim())) {
    return [{ goal: "Submit it", tool: "publish_openapi_spec", how: `${call}, "url": ${shown}.` }];
  }
  return [
    {
      goal: `Read the file ${shown}`,
      how: "with your own tools for files. If you have none, ask the person to paste it.",
    },
    { goal: "Submit it", tool: "publish_openapi_spec", how: `${call}, and the file as it is as "text".` },
  ];
}
