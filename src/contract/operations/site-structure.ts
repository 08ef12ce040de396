export const siteStructure = {};
