import { type OrganizationScope, organizationFor } from "../../access/scope.ts";
import { findTeams } from "../../access/teams-rows.ts";
import type { Context } from "../../kernel/context.ts";
import { createId } from "../../kernel/database/ids.ts";
import type { Row } from "../../kernel/database/tables.ts";
import type { Handlers } from "../../kernel/handler.ts";
import { readPaging, toListResponse } from "../../kernel/paging.ts";
import { Problem } from "../../kernel/problem.ts";
import { readCertificates } from "./certificates.ts";
import { deleteIdentities } from "./identities-rows.ts";
import { isActive, samlIssuer } from "./recognize.ts";
import {
  countSamlProviders,
  deleteSamlProvider,
  findSamlProvider,
  insertSamlProvider,
  listSamlProviders,
  updateSamlProvider,
} from "./saml-providers-rows.ts";
import { presentLogin, presentSamlProviders } from "./view.ts";

/** The most providers of one organization. */
const maxProviders = 20;

interface Settings {
  readonly entityID?: string | undefined;
  readonly certificate?: string | undefined;
  readonly ssoURL?: string | undefined;
  readonly defaultTeam?: string | undefined;
  readonly defaultRole?: string | null | undefined;
}

export const samlProviders: Handlers<"samlProviders"> = {
  async list(input, context) {
    const { viewer } = await organizationFor(context, input.organizationId, "admin");
    const request = readPaging("samlProviders.list", [input.organizationId], input);
    const rows = await listSamlProviders(context.queries, input.organizationId, request.after, request.limit + 1);
    const count = await countSamlProviders(context.queries, input.organizationId);
    const items = await presentSamlProviders(context, viewer, rows);
    return toListResponse(request, rows, count, (row) => [row.created_at, row.id], items);
  },

  async create({ organizationId, label, ...settings }, context) {
    const { viewer } = await organizationFor(context, organizationId, "admin");
    if ((await countSamlProviders(context.queries, organizationId)) >= maxProviders) {
      throw new Problem("conflict", `An organization can have at most ${maxProviders} providers. Delete one first.`);
    }
    const provider = {
      id: createId(),
      organization: organizationId,
      label,
      ...{ entity_id: "", certificate: "", sso_url: "", default_team: null, default_role: null },
      ...(await readSettings(context, organizationId, settings)),
      created_at: context.now,
    };
    await insertSamlProvider(context.queries, provider);
    return only(await presentSamlProviders(context, viewer, [provider]));
  },

  async get({ organizationId, samlProviderId }, context) {
    const { viewer, provider } = await providerFor(context, organizationId, samlProviderId);
    return only(await presentSamlProviders(context, viewer, [provider]));
  },

  async remove({ organizationId, samlProviderId }, context) {
    await organizationFor(context, organizationId, "admin");
    const provider = await findSamlProvider(context.queries, samlProviderId);
    if (provider?.organization !== organizationId) return { deleted: false };
    await deleteSamlProvider(context.queries, samlProviderId);
    await deleteIdentities(context.queries, samlIssuer(samlProviderId));
    return { deleted: true };
  },

  async update({ organizationId, samlProviderId, label, ...settings }, context) {
    const { viewer, provider } = await providerFor(context, organizationId, samlProviderId);
    const change = {
      ...(label === undefined ? {} : { label }),
      ...(await readSettings(context, organizationId, settings)),
    };
    if (Object.keys(change).length > 0) await updateSamlProvider(context.queries, samlProviderId, change);
    // A different provider may use the same names for different people.
    if (change.entity_id !== undefined && change.entity_id !== provider.entity_id) {
      await deleteIdentities(context.queries, samlIssuer(samlProviderId));
    }
    return only(await presentSamlProviders(context, viewer, [{ ...provider, ...change }]));
  },

  async listLogins({ organizationId }, context) {
    await organizationFor(context, organizationId, "enter");
    const providers = await listSamlProviders(context.queries, organizationId, undefined, maxProviders);
    return { items: providers.filter(isActive).map((provider) => presentLogin(context, provider)) };
  },
};

async function providerFor(
  context: Context,
  organization: string,
  id: string,
): Promise<Pick<OrganizationScope, "viewer"> & { provider: Row<"saml_provider"> }> {
  const { viewer } = await organizationFor(context, organization, "admin");
  const provider = await findSamlProvider(context.queries, id);
  if (provider?.organization !== organization) {
    throw new Problem("not_found", `samlProviderId: there is no SAML provider ${id} in this organization.`);
  }
  return { viewer, provider };
}

/** Throws `bad_request` for settings that cannot work. */
async function readSettings(
  { queries, now }: Context,
  organization: string,
  { entityID, certificate, ssoURL, defaultTeam, defaultRole }: Settings,
) {
  if (ssoURL !== undefined) requireSafe(ssoURL);
  if (defaultTeam !== undefined && (await findTeams(queries, organization, [defaultTeam])).length === 0) {
    throw new Problem("bad_request", `defaultTeam: there is no team ${defaultTeam} in this organization.`);
  }
  return {
    ...(entityID === undefined ? {} : { entity_id: entityID.trim() }),
    ...(certificate === undefined ? {} : { certificate: readCertificates(certificate, now) }),
    ...(ssoURL === undefined ? {} : { sso_url: ssoURL }),
    ...(defaultTeam === undefined ? {} : { default_team: defaultTeam }),
    ...(defaultRole === undefined ? {} : { default_role: defaultRole }),
  };
}

/** People enter their passwords at this address. */
function requireSafe(ssoURL: string): void {
  const { protocol, hostname, username, password } = new URL(ssoURL);
  const isLocal = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
  if (protocol === "https:" || isLocal) {
    if (username === "" && password === "") return;
    throw new Problem("bad_request", "ssoURL: must not carry a user name or password.");
  }
  throw new Problem("bad_request", "ssoURL: must be an https URL.");
}

function only<Item>([item]: readonly Item[]): Item {
  if (item === undefined) throw new Error("nothing was presented");
  return item;
}
