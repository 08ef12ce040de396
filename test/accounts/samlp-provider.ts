import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import * as samlp from "samlp";
import { provider as keys } from "./signing-keys.ts";

export interface SamlpPerson {
  readonly id: string;
  readonly email: string;
  readonly givenName: string;
  readonly familyName: string;
}

/** Deviations from a correct provider. */
interface SamlpFaults {
  readonly audience?: string;
  readonly recipient?: string;
  readonly key?: string;
  readonly signAssertion?: boolean;
  readonly inResponseTo?: string;
  readonly lifetimeInSeconds?: number;
}

/** An identity provider using the package `samlp`, on its own port, where a person is always signed in. */
export interface SamlpProvider {
  readonly entityID: string;
  readonly ssoURL: string;
  readonly certificate: string;
  person: SamlpPerson;
  faults: SamlpFaults;
  close(): Promise<void>;
}

/** `acsURL` is read when a person signs in: providers send responses to the address in their settings. */
export async function startSamlpProvider(acsURL: () => string): Promise<SamlpProvider> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider: SamlpProvider = {
    entityID: `${origin}/metadata`,
    ssoURL: `${origin}/sso`,
    certificate: keys.certificate,
    person: { id: "u-1", email: "grace@masts.example", givenName: "Grace", familyName: "Hopper" },
    faults: {},
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  server.on("request", (incoming, outgoing) => {
    const { email, id, givenName, familyName } = provider.person;
    const answer = samlp.auth({
      issuer: provider.entityID,
      cert: keys.certificate,
      key: keys.key,
      signResponse: true,
      recipient: acsURL(),
      destination: acsURL(),
      ...provider.faults,
      getUserFromRequest: () => ({
        id,
        displayName: `${givenName} ${familyName}`,
        name: { givenName, familyName },
        emails: [{ value: email }],
      }),
      getPostURL: (_audience, _request, _incoming, callback) => callback(null, acsURL()),
    });
    // The package expects a property that Express adds.
    const query = Object.fromEntries(new URL(incoming.url ?? "/", origin).searchParams);
    const response = Object.assign(outgoing, {
      set: (name: string, value: string) => outgoing.setHeader(name, value),
      send: (body: unknown) => outgoing.end(String(body)),
    });
    answer(Object.assign(incoming, { query }), response, (error) => {
      outgoing.statusCode = 500;
      outgoing.end(String(error));
    });
  });
  return provider;
}
