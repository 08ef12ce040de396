import { Problem } from "../problem.ts";
import type { Repository } from "./repository.ts";

const mostNamed = 10;
const prefix = "refs/heads/";

/** What to say of a branch that is not there: which there are. */
export async function missingBranch(ref: string, repository: Repository): Promise<Problem> {
  const branches = await repository.branches();
  return new Problem("unprocessable", `ref: the repository has no branch ${ref}. ${toTake(ref, branches)}`);
}

function toTake(ref: string, branches: readonly string[]): string {
  if (branches.length === 0) return "It has no branches: export to it first, or push something to it.";
  const alike = (name: string) => name.toLowerCase().includes(ref.slice(prefix.length).toLowerCase());
  const usual = (name: string) => /^(?:main|master)$/.test(name);
  const names = branches.map((branch) => branch.slice(prefix.length));
  const rank = (name: string) => (alike(name) ? 0 : usual(name) ? 1 : 2);
  const shown = names.sort((one, other) => rank(one) - rank(other)).slice(0, mostNamed);
  const more = names.length > shown.length ? `, and ${names.length - shown.length} more` : "";
  return `There are ${shown.map((name) => JSON.stringify(name.slice(0, 100))).join(", ")}${more}.`;
}
