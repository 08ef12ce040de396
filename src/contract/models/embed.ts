import { z } from "zod";

/** How something of another site is shown within a page. */
export const Embed = z.looseObject({
  title: z.string().describe("What to call it"),
  site: z.string().describe("Where it is from"),
  icon: z.string().optional().describe("Address of a picture for it"),
  type: z.enum(["link", "rich", "integration"]).describe("`rich` can be shown in place; `link` can only be opened"),
  html: z.string().optional().describe("With `rich`: what shows it"),
  integration: z.string().optional().describe("With `integration`: which one shows it"),
});

export type Embed = z.infer<typeof Embed>;
