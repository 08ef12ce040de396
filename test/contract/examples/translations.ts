import type { Examples } from "./example.ts";

const formalAddress = {
  object: "document",
  data: { schemaVersion: 8 },
  nodes: [
    {
      object: "block",
      type: "paragraph",
      isVoid: false,
      data: {},
      nodes: [{ object: "text", leaves: [{ object: "leaf", text: "Address readers formally.", marks: [] }] }],
    },
  ],
};

export const translations: Examples = {
  listTranslations: {
    input: { organizationId: "org1", page: "cursor1", limit: 20 },
    sends: "GET /v1/orgs/org1/translations?page=cursor1&limit=20",
  },
  createTranslation: {
    input: {
      organizationId: "org1",
      source: { space: "space1", language: "en" },
      language: "de",
      instructions: formalAddress,
    },
    sends: "POST /v1/orgs/org1/translations",
    body: { source: { space: "space1", language: "en" }, language: "de", instructions: formalAddress },
  },
  getTranslation: {
    input: { organizationId: "org1", translationId: "translation1", segments: 20, page: "cursor1" },
    sends: "GET /v1/orgs/org1/translations/translation1?segments=20&page=cursor1",
  },
  updateTranslation: {
    input: { organizationId: "org1", translationId: "translation1", instructions: formalAddress },
    sends: "PUT /v1/orgs/org1/translations/translation1",
    body: { instructions: formalAddress },
  },
  deleteTranslation: {
    input: { organizationId: "org1", translationId: "translation1" },
    sends: "DELETE /v1/orgs/org1/translations/translation1",
  },
  runTranslation: {
    input: {
      organizationId: "org1",
      translationId: "translation1",
      translations: [{ segment: "segment1", text: "Lesen Sie ⟦1⟧die Anleitung⟦2⟧." }],
    },
    sends: "POST /v1/orgs/org1/translations/translation1/run",
    body: { translations: [{ segment: "segment1", text: "Lesen Sie ⟦1⟧die Anleitung⟦2⟧." }] },
  },
  listGlossaryEntries: {
    input: { organizationId: "org1", page: "cursor1", limit: 100, orderBy: "de" },
    sends: "GET /v1/orgs/org1/translations-glossary?page=cursor1&limit=100&orderBy=de",
  },
  updateGlossaryEntries: {
    input: {
      organizationId: "org1",
      operations: [
        { type: "insert", translations: { en: "change request", de: "Änderungsantrag" } },
        { type: "update", id: "entry1", translations: { en: "space", fr: "espace" } },
        { type: "delete", id: "entry2" },
      ],
    },
    sends: "PUT /v1/orgs/org1/translations-glossary",
    body: {
      operations: [
        { type: "insert", translations: { en: "change request", de: "Änderungsantrag" } },
        { type: "update", id: "entry1", translations: { en: "space", fr: "espace" } },
        { type: "delete", id: "entry2" },
      ],
    },
  },
};
