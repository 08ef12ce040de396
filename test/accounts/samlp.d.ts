declare module "samlp" {
  import type { IncomingMessage, ServerResponse } from "node:http";

  interface Profile {
    readonly id: string;
    readonly displayName: string;
    readonly name: { readonly givenName: string; readonly familyName: string };
    readonly emails: readonly { readonly value: string }[];
  }

  interface Options {
    readonly issuer: string;
    readonly cert: string;
    readonly key: string;
    readonly audience?: string;
    readonly destination?: string;
    readonly recipient?: string;
    readonly signResponse?: boolean;
    readonly signAssertion?: boolean;
    readonly inResponseTo?: string;
    readonly lifetimeInSeconds?: number;
    getUserFromRequest(request: IncomingMessage): Profile;
    getPostURL(
      audience: string,
      request: unknown,
      incoming: IncomingMessage,
      callback: (error: Error | null, url?: string) => void,
    ): void;
  }

  export function auth(
    options: Options,
  ): (
    request: IncomingMessage & { query: Record<string, string> },
    response: ServerResponse & { set(name: string, value: string): void; send(body: unknown): void },
    next: (error?: Error) => void,
  ) => void;
}
