import { z } from "zod";

/** The arguments that name things, the same in every tool. */
export const named = {
  space: z.string().max(500).describe("Space: id, title or URL"),
  page: z.string().max(2000).describe("Page: id, path, title or URL"),
  changeRequest: z.string().max(500).describe("Change request: number, id, subject or URL"),
  organization: z.string().max(500).describe("Id or title; needed only among several"),
  issueCluster: z.string().max(500).describe("Issue cluster: id or label"),
  cursor: z.string().max(4000).optional().describe("From the previous answer"),
};
