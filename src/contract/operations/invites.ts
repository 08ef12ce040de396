export const invites = {};
