import type { Examples } from "./example.ts";

export const openapi: Examples = {
  listOpenAPISpecs: {
    input: { organizationId: "org1", page: "cursor1", limit: 20 },
    sends: "GET /v1/orgs/org1/openapi?page=cursor1&limit=20",
  },
  createOpenAPISpec: {
    input: { organizationId: "org1", slug: "billing-api", source: { url: "https://api.example.com/openapi.json" } },
    sends: "POST /v1/orgs/org1/openapi",
    body: { slug: "billing-api", source: { url: "https://api.example.com/openapi.json" } },
  },
  getOpenAPISpecBySlug: {
    input: { organizationId: "org1", specSlug: "billing-api" },
    sends: "GET /v1/orgs/org1/openapi/billing-api",
  },
  createOrUpdateOpenAPISpecBySlug: {
    input: {
      organizationId: "org1",
      specSlug: "billing-api",
      source: { text: "openapi: 3.1.0\ninfo:\n  title: Billing\n  version: 2.0.0\npaths: {}\n" },
    },
    sends: "PUT /v1/orgs/org1/openapi/billing-api",
    body: { source: { text: "openapi: 3.1.0\ninfo:\n  title: Billing\n  version: 2.0.0\npaths: {}\n" } },
  },
  updateOpenAPISpecBySlug: {
    input: { organizationId: "org1", specSlug: "billing-api", visibility: "public" },
    sends: "PATCH /v1/orgs/org1/openapi/billing-api",
    body: { visibility: "public" },
  },
  deleteOpenAPISpecBySlug: {
    input: { organizationId: "org1", specSlug: "billing-api" },
    sends: "DELETE /v1/orgs/org1/openapi/billing-api",
  },
  listOpenAPISpecVersions: {
    input: { organizationId: "org1", specSlug: "billing-api", page: "cursor1", limit: 5 },
    sends: "GET /v1/orgs/org1/openapi/billing-api/versions?page=cursor1&limit=5",
  },
  getLatestOpenAPISpecVersion: {
    input: { organizationId: "org1", specSlug: "billing-api" },
    sends: "GET /v1/orgs/org1/openapi/billing-api/versions/latest",
  },
  getLatestOpenAPISpecVersionContent: {
    input: { organizationId: "org1", specSlug: "billing-api" },
    sends: "GET /v1/orgs/org1/openapi/billing-api/versions/latest/content",
  },
  getLatestOpenAPISpecVersionContentRaw: {
    input: { organizationId: "org1", specSlug: "billing-api" },
    sends: "GET /v1/orgs/org1/openapi/billing-api/versions/latest/content/raw",
  },
  getOpenAPISpecVersionById: {
    input: { organizationId: "org1", specSlug: "billing-api", versionId: "version1" },
    sends: "GET /v1/orgs/org1/openapi/billing-api/versions/version1",
  },
  getOpenAPISpecVersionContentById: {
    input: { organizationId: "org1", specSlug: "billing-api", versionId: "version1" },
    sends: "GET /v1/orgs/org1/openapi/billing-api/versions/version1/content",
  },
};
