import { type AnyOperation, effects } from "../../contract/operation.ts";
import type { Row } from "../kernel/database/tables.ts";
import type { SpaceEntry } from "./entry-rows.ts";

/**
 * The space and the change request that a call names, found together with its caller. A write may change both after it
 * first used them, so it gets each only once from here.
 */
export class CallEntry {
  readonly #entry: SpaceEntry;
  readonly #isReadOnly: boolean;
  #isSpaceUsed = false;
  #isChangeRequestUsed = false;

  constructor(entry: SpaceEntry, { effect }: Pick<AnyOperation, "effect">) {
    this.#entry = entry;
    this.#isReadOnly = effects[effect].readOnly;
  }

  /** Undefined if this is another space, or it may have changed. */
  takeSpace(id: string): Pick<SpaceEntry, "space" | "role"> | undefined {
    if (this.#isSpaceUsed || id !== this.#entry.spaceId) return undefined;
    this.#isSpaceUsed = !this.#isReadOnly;
    return this.#entry;
  }

  /** Undefined if there is none with the id in the space, or it may have changed. */
  takeChangeRequest(space: string, id: string): Row<"change_request"> | undefined {
    const { spaceId, changeRequest } = this.#entry;
    if (this.#isChangeRequestUsed || space !== spaceId || id !== changeRequest?.id) return undefined;
    this.#isChangeRequestUsed = !this.#isReadOnly;
    return changeRequest;
  }
}
