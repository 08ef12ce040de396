export const sitePublishing = {};
