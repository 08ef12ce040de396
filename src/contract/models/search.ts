import { z } from "zod";

const AppUrl = z.looseObject({ app: z.string() });

const SectionResult = z.looseObject({
  id: z.string(),
  title: z.string(),
  path: z.string().describe("Page path with the section's anchor"),
  body: z.string().describe("The passage that matched, with matches between ** marks"),
  score: z.number().optional(),
  urls: AppUrl,
});

export const PageResult = z.looseObject({
  id: z.string(),
  title: z.string(),
  description: z.string().optional(),
  path: z.string(),
  score: z.number().optional(),
  rank: z.number().optional(),
  sections: z.array(SectionResult).optional(),
  ancestors: z.array(z.looseObject({ title: z.string() })),
  urls: AppUrl,
});
export type PageResult = z.infer<typeof PageResult>;

export const SpaceResult = z.looseObject({
  type: z.enum(["space"]).optional(),
  id: z.string(),
  title: z.string(),
  score: z.number().optional(),
  pages: z.array(PageResult),
});
export type SpaceResult = z.infer<typeof SpaceResult>;

export const SearchQuery = z.string().min(1).max(500).describe("Words to look for; the last one may be unfinished");
