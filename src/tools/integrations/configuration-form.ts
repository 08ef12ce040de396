import type { Integration } from "../../contract/models/integration.ts";

/** Names of the fields that an integration requires for an organization and was not given. */
export function missingFields({ configurations }: Integration, given: Readonly<Record<string, unknown>>): string[] {
  const form = configurations?.account;
  const required = form !== undefined && "required" in form && Array.isArray(form.required) ? form.required : [];
  return required.filter((name) => given[name] === undefined || given[name] === "");
}
