import { quotedExcerpt } from "../../../client/excerpt.ts";
import { isRecord } from "../../../client/json.ts";
import { closestName } from "../../../contract/closest-name.ts";
import type { AnyOperation } from "../../../contract/operation.ts";
import { ToolError } from "../../../desk/tool-error.ts";
import { itemModel, membersOf } from "./answer-form.ts";

/** The most members listed for an unknown one. */
const mostTold = 40;

/** Throws ToolError for members that an operation's answer, or an item of its list, cannot have. */
export function checkFields({ id, returns }: AnyOperation, fields: readonly string[], answer: unknown): void {
  const items = itemModel(returns);
  const [sample] = items !== undefined && isRecord(answer) && Array.isArray(answer.items) ? answer.items : [answer];
  const model = items ?? returns ?? undefined;
  const known = new Set([...membersOf(model), ...(isRecord(sample) ? Object.keys(sample) : [])]);
  if (known.size === 0) return;
  for (const field of fields) {
    const [name = ""] = field.split(".", 1);
    if (known.has(name)) continue;
    const closest = closestName(name, [...known]);
    const meant = closest === undefined ? "" : ` Did you mean ${closest}?`;
    throw new ToolError(
      `\`fields\`: ${id} answers no member ${quotedExcerpt(name, 60)}.${meant} It has: ${[...known].slice(0, mostTold).join(", ")}.`,
    );
  }
}
