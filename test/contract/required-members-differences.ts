/**
 * Required members of published objects that our models leave out on purpose, each with the reason: by object, wherever
 * it stands, or by `operation object` for one answer.
 */
export const undeclaredMembers: Readonly<Record<string, Readonly<Record<string, string>>>> = {};
