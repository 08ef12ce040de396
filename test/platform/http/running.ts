import { afterAll, beforeAll, expect } from "vitest";
import { type Service, startService } from "../../pins/service.ts";

/** A platform for the tests of a file; fails if it has logged a failure by their end. */
export function running(): Service {
  let service: Service | undefined;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(async () => {
    await service?.close();
    expect(service?.log).toEqual([]);
  });
  return new Proxy({} as Service, {
    get(_target, name) {
      if (service === undefined) throw new Error("the platform runs inside tests and hooks only");
      return Reflect.get(service, name) as unknown;
    },
  });
}
