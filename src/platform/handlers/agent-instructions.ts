import type { AgentInstructions } from "../../contract/models/agent-instructions.ts";
import type { RichDocument } from "../../contract/models/document.ts";
import { organizationFor } from "../access/scope.ts";
import { storableDocument } from "../content/given-document.ts";
import type { Context } from "../context.ts";
import { findInstructions, firstMember, putInstructions } from "../store/people.ts";
import type { Handlers } from "./handler.ts";

const none: RichDocument = { object: "document", data: { schemaVersion: 1 }, nodes: [] };

export const agentInstructions: Handlers<"agentInstructions"> = {
  async get({ organizationId }, context) {
    const { organization } = await organizationFor(context, organizationId, "view");
    const row = await findInstructions(context.queries, organizationId);
    if (row !== undefined) {
      return present(context, organizationId, JSON.parse(row.instructions), row.updated_at, row.updated_by);
    }
    const founder = await firstMember(context.queries, organizationId);
    return present(context, organizationId, none, organization.created_at, founder?.user ?? "");
  },

  async update({ organizationId, instructions }, context) {
    await organizationFor(context, organizationId, "admin");
    await putInstructions(context.queries, {
      organization: organizationId,
      instructions: await storableDocument(instructions, "instructions"),
      updated_at: context.now,
      updated_by: context.user.id,
    });
    return present(context, organizationId, instructions, context.now, context.user.id);
  },
};

function present(
  { origin }: Context,
  organization: string,
  instructions: RichDocument,
  updatedAt: string,
  updatedBy: string,
): AgentInstructions {
  return {
    object: "agent-instructions",
    instructions,
    updatedAt,
    updatedBy,
    urls: { location: `${origin}/v1/orgs/${organization}/agent-instructions` },
  };
}
