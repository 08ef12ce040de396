/** A time as people read it, from ISO 8601 in UTC. */
export const minuteOf = (time: string): string => `${time.slice(0, 16).replace("T", " ")} UTC`;
