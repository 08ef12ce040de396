import type { Integration } from "../../contract/models/integration.ts";
import { quoted } from "../../desk/present/wording.ts";

/** What an integration may do, as its publisher says. */
export const scopesText = ({ scopes }: Integration): string =>
  scopes.map((scope) => quoted(scope)).join(", ") || "none";
