export const siteShareLinks = {};
