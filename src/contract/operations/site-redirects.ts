export const siteRedirects = {};
