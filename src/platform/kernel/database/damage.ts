/** Content that is missing from the store, or is not what its address was made from. */
export class DamagedContentError extends Error {
  override readonly name = "DamagedContentError";
}

/** A node that a root refers to is not in the store: the root is unknown, or its nodes were deleted too early. */
export class MissingNodeError extends Error {
  override readonly name = "MissingNodeError";
  readonly address: string;

  constructor(address: string) {
    super(`The ordered map has no node ${address}`);
    this.address = address;
  }
}
