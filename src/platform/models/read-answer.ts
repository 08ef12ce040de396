import { z } from "zod";
import { parseJson } from "../outbound/service-request.ts";

const Completion = z.object({
  choices: z
    .array(
      z.object({
        message: z.object({ content: z.string().nullish() }),
        finish_reason: z.string().nullish(),
      }),
    )
    .min(1),
  usage: z
    .object({ total_tokens: z.number().int().min(1) })
    .nullish()
    .catch(null),
});

export interface Completed {
  readonly text: string;
  readonly wasCutOff: boolean;
  /** What it cost; undefined when the service does not say. */
  readonly tokens: number | undefined;
}

/** Undefined when it is none. */
export function readCompletion(answer: unknown): Completed | undefined {
  const completion = Completion.safeParse(answer);
  const choice = completion.data?.choices[0];
  if (choice === undefined) return undefined;
  return {
    text: choice.message.content ?? "",
    wasCutOff: choice.finish_reason === "length",
    tokens: completion.data?.usage?.total_tokens,
  };
}

/** The JSON in a model's text: alone, in a code block, after what it thought, or amid words. */
export function readJson(text: string): unknown {
  const thought = text.lastIndexOf("</think>");
  const said = thought === -1 ? text : text.slice(thought + "</think>".length);
  const whole = parseJson(said);
  if (whole !== undefined) return whole;
  const start = said.indexOf("{");
  const end = said.lastIndexOf("}");
  return start === -1 || end < start ? undefined : parseJson(said.slice(start, end + 1));
}
