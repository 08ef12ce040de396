import { expect, it } from "vitest";
import { Book } from "../../../../src/platform/exchange/pdf/book.ts";
import { renderPdf } from "../../../../src/platform/exchange/pdf/render-pdf.ts";
import { openWorkspace } from "../../../support/platform-workspace.ts";

it("a PDF ends within a line of code when its time is up, however long the line is", async () => {
  const { client, platform, organization, folder } = await openWorkspace();
  const { id: space } = await client.spaces.create({ organizationId: organization, title: "Guides" });
  const { id: changeRequestId } = await client.changeRequests.create({ spaceId: space });
  const markdown = `# Bundle\n\n\`\`\`\n${"a=1;".repeat(700_000)}\n\`\`\`\n`;
  const names = { spaceId: space, changeRequestId };
  await client.changeRequestContent.apply({
    ...names,
    changes: [{ operation: "insert_page", document: { markdown } }],
  });
  await client.changeRequests.merge(names);
  const { revision } = await client.spaces.get({ spaceId: space });
  const book = await Book.open(platform.database, { space, revision, page: null, only: false });
  if (book === undefined) throw new Error("no book");
  const pdf = Buffer.from(await renderPdf(book, { folder, maxRenderMs: 1500 })).toString("latin1");
  expect(pdf.match(/\/Type \/Page\b/g)?.length).toBeLessThan(450);
});
