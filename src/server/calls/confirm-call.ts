import {
  acceptedContent,
  type CallToolResult,
  type ClientCapabilities,
  type InputRequiredResult,
  inputRequired,
  type ServerContext,
} from "@modelcontextprotocol/server";
import type { Confirmations } from "./confirmations.ts";

/**
 * How to ask a person during a call: through the host if it can, otherwise with a preview that a second call confirms.
 */
export interface Asking {
  readonly confirmations: Confirmations;
  /** The caller on whose behalf the call is made; an id is valid only for the same caller. */
  readonly caller: string;
  readonly capabilities: ClientCapabilities | undefined;
  /** The host's answer to an earlier question, if the call has one. */
  readonly request: Pick<ServerContext["mcpReq"], "inputResponses" | "requestState">;
}

export interface Proposal {
  readonly tool: string;
  readonly input: object;
  /** What will happen, in words and counts. */
  readonly question: string;
  /** The confirmation id in the call. */
  readonly confirmation: string | undefined;
}

const answerKey = "confirm";

/**
 * Undefined if the person has agreed to exactly this; otherwise the result to return instead of carrying out the call.
 */
export async function confirm(
  proposal: Proposal,
  asking: Asking,
): Promise<CallToolResult | InputRequiredResult | undefined> {
  const { confirmations, request } = asking;
  const subject = JSON.stringify([asking.caller, proposal.tool, proposal.question, proposal.input]);
  const { inputResponses } = request;
  if (inputResponses !== undefined && Object.hasOwn(inputResponses, answerKey)) {
    const state = await confirmations.redeem(request.requestState<string>() ?? "", subject);
    if (state !== "valid") return says(`${refusals[state]} Nothing was changed. Call again to ask again.`);
    const agreed = acceptedContent<{ agree?: unknown }>(inputResponses, answerKey)?.agree === true;
    return agreed ? undefined : says("The person declined. Nothing was changed. Do not try it another way.");
  }
  if (proposal.confirmation !== undefined) {
    const state = await confirmations.redeem(proposal.confirmation, subject);
    if (state === "valid") return undefined;
    return preview(proposal, await confirmations.issue(subject), refusals[state]);
  }
  if (!canFillForms(asking.capabilities)) return preview(proposal, await confirmations.issue(subject));
  return inputRequired({
    inputRequests: {
      [answerKey]: inputRequired.elicit({
        message: proposal.question,
        requestedSchema: {
          type: "object",
          properties: { agree: { type: "boolean", title: "Do it", default: true } },
          required: ["agree"],
        },
      }),
    },
    requestState: await confirmations.issue(subject),
  });
}

/** A host that declares elicitation without a mode supports forms; one that lists only other modes does not. */
function canFillForms(capabilities: ClientCapabilities | undefined): boolean {
  const elicitation = capabilities?.elicitation;
  return elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined);
}

const refusals = {
  expired: "The confirmation id has expired.",
  used: "The confirmation id was used already.",
  invalid:
    "The confirmation id is not one for this call as it is now: the arguments, the caller or what would happen differ.",
} as const;

function preview({ tool, question }: Proposal, id: string, refusal?: string): CallToolResult {
  return says(
    [
      ...(refusal === undefined ? [] : [refusal]),
      "Nothing was changed yet. This would happen:",
      question,
      `If the person agrees: ${tool} with the same arguments and "confirmation": "${id}", within ten minutes.`,
    ].join("\n"),
  );
}

const says = (text: string): CallToolResult => ({ content: [{ type: "text", text }] });
