export const siteSpaces = {};
