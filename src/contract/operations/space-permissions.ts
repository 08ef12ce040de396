export const spacePermissions = {};
