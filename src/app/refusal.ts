/** What a person asked for cannot be done; the message says why and what to do. */
export class Refusal extends Error {}
