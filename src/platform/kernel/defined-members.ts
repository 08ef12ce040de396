type Defined<Members extends object> = { [Name in keyof Members]: Exclude<Members[Name], undefined> };

/** An object without its undefined members. */
export function definedMembers<Members extends object>(members: Members): Defined<Members> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Defined<Members>;
}
