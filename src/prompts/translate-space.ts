import { definePrompt } from "./prompt.ts";

export const translateSpace = definePrompt({
  name: "translate_space",
  title: "Translate a space",
  description: "Translate a space into a language, or bring its translation up to date, and check the result.",
  arguments: {
    space: { description: "Space to translate", required: true, names: "space" },
    language: { description: "Language, such as German or pt-br", required: true, names: "language" },
  },
  async draft({ space: named, language: written }, lookups) {
    const { code, name } = await lookups.language(written);
    const { id, organization } = await lookups.space(named);
    const within = `"organization": "${organization}"`;
    return {
      task: `Translate space ${id} into ${name} (${code}). The result is a space of its own; the original stays as it is.`,
      steps: [
        {
          goal: `See whether a translation of space ${id} into ${code} exists`,
          tool: "show_organization",
          how: `show_organization with "about": "translations", ${within}.`,
        },
        {
          goal: "Say how many pages it is, and which of them are better left out",
          tool: "list_pages",
          how: `list_pages with "space": "${id}".`,
        },
        {
          goal: "Agree on the wording",
          tool: "read_page",
          how: "read_page of two or three; agree with the person on the form of address and on terms that stay.",
        },
        {
          goal: "Start it once the person has said so",
          tool: "translate_space",
          how: `translate_space with "space": "${id}", "language": "${code}", the wording as "instructions".`,
        },
        {
          goal: "Translate what it returns, if no service translates",
          tool: "translate_space",
          how: 'translate_space with the same names and "translations", repeatedly until none waits.',
        },
        {
          goal: "Follow it",
          tool: "show_organization",
          how: "show_organization as before. If it is not done within a minute, say so and stop: it continues in the background.",
        },
        {
          goal: "Compare a few pages with the original: code, links, names, numbers",
          tool: "read_page",
          how: "read_page in both spaces.",
        },
      ],
      report: "the space it fills, its progress, and passages that need a speaker of the language",
      decision: { what: "whether readers get to see it: a site has to show the space", tools: ["update_site"] },
      enclosures: [
        { tool: "list_pages", arguments: { space: id }, share: 4 },
        { tool: "show_organization", arguments: { about: "translations", organization }, share: 3 },
      ],
    };
  },
});
