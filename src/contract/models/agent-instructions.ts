import { z } from "zod";
import { RichDocument } from "./document.ts";
import { Timestamp } from "./paging.ts";

export const AgentInstructions = z.looseObject({
  object: z.enum(["agent-instructions"]).describe("Always `agent-instructions`"),
  instructions: RichDocument.describe("House rules that agents follow in this organization"),
  updatedAt: Timestamp.describe("When they were last replaced"),
  updatedBy: z.string().describe("Id of the user who last changed them"),
  urls: z.looseObject({ location: z.string().describe("Their address in the API") }).describe("Where to find them"),
});
export type AgentInstructions = z.infer<typeof AgentInstructions>;
