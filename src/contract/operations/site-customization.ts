export const siteCustomization = {};
