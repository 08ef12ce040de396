import { expect, it } from "vitest";
import { IntegrationDesk } from "./desk.ts";

it("10,000 events a minute reach four installations, in order and without loss", {
  timeout: 600_000,
}, async () => {
  const desk = await IntegrationDesk.open();
  try {
    const names = ["north", "east", "south", "west"];
    const hooks = [];
    for (const name of names) {
      const hook = await desk.listen();
      await desk.publish({ endpoint: hook.url }, name);
      await desk.install(name);
      hooks.push(hook);
    }
    await desk.comment(2_500);
    await desk.settle();
    for (const [index, name] of names.entries()) {
      const events = await desk.allEvents(name);
      expect(events).toHaveLength(2_501);
      expect(events.filter(({ status }) => status !== "success")).toEqual([]);
      const sent = hooks[index]?.received.map(({ headers }) => headers.get("x-copydesk-event"));
      expect(sent).toEqual(events.map(({ id }) => id).reverse());
    }
  } finally {
    await desk.close();
  }
});
