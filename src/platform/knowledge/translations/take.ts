import { findProblem, type Segment, wordsIn } from "../../../markdown/translation/segments.ts";
import type { Context } from "../../kernel/context.ts";
import { Problem } from "../../kernel/problem.ts";
import { listIdenticalTerms } from "./page-segments.ts";
import { addWords, countSegments, type TranslationRow, updateTranslation } from "./rows.ts";
import { countTasks, findTasks, putMemory, readMemory, removeTasks, type TaskRow } from "./work-rows.ts";

interface SubmittedTranslation {
  readonly segment: string;
  readonly text: string;
}

const maxShown = 10;

/** Accepts translations of segments that a run is waiting for: all or none. Returns whether none are left. */
export async function takeTranslations(
  context: Context,
  row: TranslationRow,
  submitted: readonly SubmittedTranslation[],
): Promise<boolean> {
  const { queries, now } = context;
  const keys = [...new Set(submitted.map(({ segment }) => segment))];
  const tasks = await findTasks(queries, row.id, keys);
  const known = await readMemory(
    queries,
    row.id,
    keys.filter((key) => !tasks.has(key)),
  );
  const first = new Map<string, string>();
  const problems = submitted.flatMap(({ segment, text }, index) => {
    const other = first.get(segment);
    first.set(segment, other ?? text);
    const task = tasks.get(segment);
    const problem =
      other !== undefined && other !== text
        ? "it appears earlier in the list with another text"
        : task !== undefined
          ? taskProblem(task, text)
          : known.has(segment)
            ? undefined
            : "no such segment is waiting";
    return problem === undefined ? [] : [{ name: `translations[${index}] (${segment})`, problem }];
  });
  if (problems.length > 0) {
    throw new Problem("bad_request", `${listed(problems)}. None of them was stored: correct these and send all again.`);
  }
  const taken = new Map(
    submitted.flatMap(({ segment, text }) => (tasks.has(segment) ? [[segment, text.trim()] as const] : [])),
  );
  await storeTranslations(context, row, taken, tasks, "");
  const left = (await countTasks(queries, [row.id])).get(row.id) ?? 0;
  await updateTranslation(queries, row.id, { updated_at: now });
  return left === 0;
}

/** Lists each problem once, with the segments that have it. */
function listed(problems: readonly { readonly name: string; readonly problem: string }[]): string {
  const names = new Map<string, string[]>();
  for (const { name, problem } of problems.slice(0, maxShown)) {
    names.set(problem, [...(names.get(problem) ?? []), name]);
  }
  const rest = problems.length - maxShown;
  const shown = [...names].map(([problem, those]) => `${those.join(", ")}: ${problem}`).join("; ");
  return rest > 0 ? `${shown}; and ${rest} more` : shown;
}

/** Why a text cannot be the translation of a task's segment. */
export function taskProblem(task: TaskRow, text: string): string | undefined {
  const segment = JSON.parse(task.segment) as Segment;
  return findProblem(segment, text.trim(), listIdenticalTerms(JSON.parse(task.terms), segment.source));
}

/** Stores translations in the memory, by key, and counts them. `maker` is a provider, or empty for a caller. */
export async function storeTranslations(
  { queries, now }: Context,
  row: Pick<TranslationRow, "id" | "runs">,
  taken: ReadonlyMap<string, string>,
  tasks: ReadonlyMap<string, TaskRow>,
  maker: string,
): Promise<void> {
  await putMemory(
    queries,
    [...taken].map(([key, text]) => ({ translation: row.id, key, text, maker, created_at: now })),
  );
  await removeTasks(queries, row.id, [...taken.keys()]);
  let words = 0;
  for (const key of taken.keys()) words += wordsIn((JSON.parse(tasks.get(key)?.segment ?? "{}") as Segment).text ?? "");
  await addWords(queries, row.id, words);
  await countSegments(queries, { translation: row.id, run: row.runs, maker, segments: taken.size });
}
