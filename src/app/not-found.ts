/** There is nothing at an address, or nothing that this person may see. */
export class NotFound extends Error {}
