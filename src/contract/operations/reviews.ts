export const reviews = {};
