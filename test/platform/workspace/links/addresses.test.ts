import { expect, it } from "vitest";
import { openWorkspace } from "../../../support/workspace.ts";

it("the URLs that collections return lead back to them", async () => {
  const desk = await openWorkspace();
  try {
    const { client, organization } = desk;
    const made = await client.collections.create({ organizationId: organization, title: "Manuals" });
    for (const url of [made.urls.app, made.urls.location]) {
      expect(await client.urls.getContent({ url })).toEqual({ collection: made });
    }
    const gone = made.urls.app.replace(made.id, "none");
    await expect(client.urls.getContent({ url: gone })).rejects.toMatchObject({ code: "not_found" });
  } finally {
    await desk.close();
  }
});
