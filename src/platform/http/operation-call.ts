import type { AnyOperation } from "../../contract/operation.ts";
import type { AnyInput } from "../kernel/handler.ts";
import type { OperationRequest } from "./operation-request.ts";
import { parseInput } from "./validation.ts";

interface CallParts {
  readonly request: OperationRequest;
  readonly operation: AnyOperation;
  /** Where URLs in the response lead. */
  readonly origin: string;
  /** Throws `Problem` if the sender is nobody who may call. */
  readonly authenticate: (call: OperationCall) => Promise<unknown>;
}

/** A request whose operation is loaded. */
export class OperationCall {
  readonly request: OperationRequest;
  readonly operation: AnyOperation;
  readonly origin: string;
  readonly #authenticate: CallParts["authenticate"];
  #sender: Promise<unknown> | undefined;
  #body: unknown;
  #input: AnyInput | undefined;

  constructor({ request, operation, origin, authenticate }: CallParts) {
    this.request = request;
    this.operation = operation;
    this.origin = origin;
    this.#authenticate = authenticate;
  }

  /** Path parameters. */
  get params(): Readonly<Record<string, string>> {
    return this.request.route.params;
  }

  /** Authenticates the sender before work outside of the transactions, which authenticate the caller themselves. */
  authenticateSender(): Promise<unknown> {
    this.#sender ??= this.#authenticate(this);
    return this.#sender;
  }

  async readBody(): Promise<void> {
    this.#body = await this.request.readBody(this.operation, () => this.authenticateSender());
  }

  /** The validated input, which must not be modified; empty before the body is read. Throws `Problem`. */
  readonly parse = (): AnyInput => {
    if (this.#body === undefined) return {};
    this.#input ??= parseInput(this.operation, this.params, this.request.query, this.#body);
    return this.#input;
  };
}
