import type { Differences } from "./difference.ts";

const roles = "one of admin, comment, create, edit, read, review";
const role = "The values of Role.";
const order = { "query order is one of asc, desc": "Values from the public description; none are shown." };
const bound = "A bound of the public service; none is shown.";
const saml = {
  "body certificate is at most 10000": bound,
  "body entityID is at most 1024": bound,
  "body label is at most 30": bound,
  "body ssoURL is at most 2048": bound,
  [`body defaultRole is ${roles}`]: role,
};

export const organization: Differences = {
  createOrganization: {
    added: {
      "body useCase is optional": "In the body's schema in 0.146.0; nothing else sets what an organization shows.",
      "body useCase is one of audienceControlledSite, designSystem, docsSite, internalDocs, notes, openSourceDocs, other, productDocs, teamKnowledgeBase":
        "The values of an organization's use case.",
    },
  },
  updateOrganizationById: {
    added: {
      [`body defaultRole is ${roles}`]: role,
      "body title is at least 2": bound,
      "body title is at most 255": bound,
      "body hostname is at least 3": bound,
      "body hostname is at most 32": bound,
      "body logo is at most 2048": bound,
    },
  },
  joinOrganization: {
    added: { "answers 204": "The status of the public service; the description only says that there is no body." },
    missing: { "answers no-content": "It deletes nothing." },
  },
  updateOrganizationAgentInstructions: {
    added: { "body instructions is required": "The public service requires it; there is nothing else to replace." },
    missing: { "body instructions is optional": "See above." },
  },
  listMembersInOrganizationById: {
    added: {
      ...order,
      "query role is one of admin, comment, create, edit, guest, read, review":
        "The values of Role, and `guest` from the public description: nothing else finds those without a role.",
    },
  },
  removeMemberFromOrganizationById: {
    added: { "answers 202 too": "What the public service answers where it asks administrators to do it." },
  },
  updateMemberInOrganizationById: { added: { [`body role is ${roles}`]: role } },
  listSpacesForOrganizationMember: { added: order },
  createOrganizationSAMLProvider: {
    added: { ...saml, "body label is required": "The public service requires it: every provider has one." },
    missing: { "body label is optional": "See above." },
  },
  updateOrganizationSAMLProvider: { added: saml },
};
