import data from "../contract/required-members.json" with { type: "json" };
import { isRecord } from "./placeholders.ts";

/** Members of the published objects; `a.b` is a member of the object in `a`. */
const required: Readonly<Record<string, readonly string[]>> = data.objects;
/** Objects in them that the platform's responses cannot have, each with the reason. */
const absent: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  Organization: { blocked: "only an organization that was blocked has it, and none can be" },
  ChangeRequest: {
    siteTopic: "only change requests that a site's topic gave rise to have it",
    styleguide: "only change requests that a style guide run gave rise to have it",
  },
  RevisionFile: { dimensions: "optional; the platform does not measure images" },
};

/** Required members that the objects at `path` (`items[]`, `""` for the response itself) lack. */
export function missingMembers(answer: unknown, path: string, object: string): string[] {
  const members = required[object];
  if (members === undefined) throw new Error(`There is no list of members for ${object}`);
  const subjects = at(answer, path);
  if (subjects.length === 0) return [`${path} itself`];
  return subjects.flatMap((subject, index) =>
    members
      .filter((member) => absent[object]?.[member.split(".")[0] ?? ""] === undefined)
      .filter((member) => at(subject, member)[0] === undefined)
      .map((member) => `${member} in ${path || "the answer"} number ${index + 1}`),
  );
}

/** Values at a path; `[]` means each item of an array. */
function at(value: unknown, path: string): unknown[] {
  const steps = path === "" ? [] : path.split(".");
  return steps.reduce<unknown[]>(
    (found, step) =>
      found.flatMap((subject) => {
        const [name = "", each] = step.split("[]");
        const member = isRecord(subject) ? subject[name] : undefined;
        return each !== undefined && Array.isArray(member) ? member : [member];
      }),
    [value],
  );
}
