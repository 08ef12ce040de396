export const reusableContents = {};
