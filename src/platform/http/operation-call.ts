import type { AnyOperation } from "../../contract/operation.ts";
import type { AnyInput } from "../kernel/handler.ts";
import type { OperationRequest } from "./operation-request.ts";
import { parseInput } from "./validation.ts";

/** A request whose operation is loaded. */
export class OperationCall {
  readonly request: OperationRequest;
  readonly operation: AnyOperation;
  /** Where URLs in the response lead. */
  readonly origin: string;
  #body: unknown;
  #input: AnyInput | undefined;

  constructor(request: OperationRequest, operation: AnyOperation, origin: string) {
    this.request = request;
    this.operation = operation;
    this.origin = origin;
  }

  /** Path parameters. */
  get params(): Readonly<Record<string, string>> {
    return this.request.route.params;
  }

  async readBody(authenticate: () => Promise<unknown>): Promise<void> {
    this.#body = await this.request.readBody(this.operation, authenticate);
  }

  /** The validated input, which must not be modified; empty before the body is read. Throws `Problem`. */
  readonly parse = (): AnyInput => {
    if (this.#body === undefined) return {};
    this.#input ??= parseInput(this.operation, this.params, this.request.query, this.#body);
    return this.#input;
  };
}
