import { ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";
import { ClientError } from "../client/errors.ts";
import { quotedExcerpt } from "../client/excerpt.ts";
import { oneLine } from "../present/wording.ts";
import {
  type CandidateContext,
  type Completion,
  complete,
  type Named,
  type NamedChangeRequest,
  noCompletion,
  titleOrId,
} from "../resolve/completion.ts";
import type { Prompt, Subject } from "./prompt.ts";
import { listCandidates, promptNamed } from "./write-prompt.ts";

/** If candidates cannot be read, none are offered: a person who types can do nothing about it. */
export async function completeArgument(
  name: string,
  { name: argument, value }: { readonly name: string; readonly value: string },
  others: Readonly<Record<string, string>>,
  prompts: readonly Prompt[],
  context: CandidateContext,
): Promise<Completion> {
  const { arguments: all } = promptNamed(name, prompts);
  if (!Object.hasOwn(all, argument)) {
    throw new ProtocolError(
      ProtocolErrorCode.InvalidParams,
      `${name} takes no argument ${quotedExcerpt(argument, 60)}. It takes: ${Object.keys(all).join(", ")}.`,
    );
  }
  const subject = all[argument]?.names;
  if (subject === undefined) return noCompletion;
  try {
    const candidates = await listCandidates(subject, others, context);
    return complete(value, candidates, valueFor(subject, candidates));
  } catch (error) {
    if (error instanceof ClientError && !context.signal.aborted) return noCompletion;
    throw error;
  }
}

/** The text in the field when a candidate is chosen. */
function valueFor(subject: Subject, candidates: readonly Named[]): (candidate: Named) => string {
  switch (subject) {
    case "change_request":
      return (candidate) => changeRequestValue(candidate as NamedChangeRequest);
    case "language":
      return ({ id }) => id;
    default:
      return titleOrId(candidates);
  }
}

/** The number that identifies it, and the subject for recognition. */
const changeRequestValue = ({ number, title }: NamedChangeRequest) => `#${number} ${oneLine(title)}`.trim();
