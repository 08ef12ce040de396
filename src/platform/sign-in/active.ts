import type { Row } from "../kernel/database/tables.ts";

/** Whether people can sign in with a provider: nothing that is needed is missing. */
export const isActive = ({ entity_id, certificate, sso_url }: Row<"saml_provider">): boolean =>
  [entity_id, certificate, sso_url].every((text) => text !== "");
