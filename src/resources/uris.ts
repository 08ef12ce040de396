export const organizationUri = (organization: string): string => `docs://orgs/${encodeURIComponent(organization)}`;
export const instructionsUri = (organization: string): string => `${organizationUri(organization)}/agent-instructions`;
export const openapiUri = (organization: string, slug: string): string =>
  `${organizationUri(organization)}/openapi/${encodeURIComponent(slug)}`;
export const clusterUri = (organization: string, cluster: string): string =>
  `${organizationUri(organization)}/issue-clusters/${encodeURIComponent(cluster)}`;
export const spaceUri = (space: string): string => `docs://spaces/${encodeURIComponent(space)}`;
export const pageUri = (space: string, page: string): string => `${spaceUri(space)}/pages/${encodeURIComponent(page)}`;
const changeRequestUri = (space: string, number: number | string): string =>
  `${spaceUri(space)}/change-requests/${encodeURIComponent(number)}`;
export const draftPageUri = (space: string, number: number | string, page: string): string =>
  `${changeRequestUri(space, number)}/pages/${encodeURIComponent(page)}`;
