import { z } from "zod";
import { plainJson } from "../client/json.ts";
import type { Fields } from "../contract/operation.ts";
import { type Reach, reaches } from "../contract/reach.ts";
import { truncate } from "../markdown/text/trim.ts";
import { withoutSecret } from "../present/wording.ts";
import { type ConfirmPolicy, confirmationArgument, confirmationMeaning } from "./surface.ts";
import type { Tool } from "./tool.ts";

const field = z.string().max(500).optional().describe(confirmationMeaning);

/** A tool's arguments as listed to hosts: tools that may ask a person also take a confirmation. */
export const listedArguments = ({ input, consequence }: Pick<Tool, "input" | "consequence">): Fields =>
  consequence === undefined ? input : { ...input, [confirmationArgument]: field };

/**
 * The question for a person before this call, or undefined if there is none. A dry run changes nothing and never asks.
 */
export async function questionBefore(
  tool: Tool,
  input: Parameters<Tool["run"]>[0],
  context: Parameters<Tool["run"]>[1],
  { policy, reach }: { readonly policy: ConfirmPolicy; readonly reach: Reach },
): Promise<string | undefined> {
  if (policy === "never" || isTrial(input) || reach === "reads") return undefined;
  const needsConfirmation = reaches[reach].asks || policy === "writes";
  const question = needsConfirmation ? await tool.consequence?.(input, context) : undefined;
  if (question !== undefined || policy === "destructive") return question;
  return `${tool.title}, with ${argumentsShown(input, maxShownChars)}?`;
}

/** Characters of the arguments shown to a person if the tool has no text of its own. */
const maxShownChars = 1500;

const isTrial = (input: object) => "dry_run" in input && input.dry_run === true;

/**
 * The arguments of a call as shown to a person for confirmation: JSON with invisible characters escaped and
 * credentials removed from addresses. It says how much is left out.
 */
export function argumentsShown(input: object, characters: number): string {
  const whole = withoutSecret(plainJson(input));
  if (whole.length <= characters) return whole;
  const beginning = truncate(whole, characters);
  return `${beginning}… (and ${whole.length - beginning.length} more characters)`;
}
