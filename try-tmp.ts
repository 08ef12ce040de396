import { openWorkspace } from "./test/support/workspace.ts";
import { callTool } from "./test/tools/catalog/call-tool.ts";
import { catalog } from "./src/tools/catalog.ts";
const w = await openWorkspace();
const time = async (label: string, name: keyof typeof catalog, input: Record<string, unknown>, t?: number) => {
  const tool = await catalog[name](); const b = performance.now();
  try { const r = await callTool(tool, w.client, input, t); console.log(label, name, Math.round(performance.now() - b), "ms", r.length, "chars"); return r } catch (e) { console.log(label, "ERR", Math.round(performance.now() - b), "ms", (e as Error).name, (e as Error).message.slice(0, 300)) ; return "" }
};
const big = "# Big\n\n" + Array.from({ length: 40000 }, (_, i) => (i % 40 === 0 ? `## Part ${i}\n` : `Line ${i} with some words in it.`)).join("\n") + "\n";
const s = await w.makeSpace("Big", [{ markdown: big }, { markdown: "# Blob\n\n" + "x".repeat(3_000_000) + "\n" }]);
console.log(big.length);
for (let i = 0; i < 2; i++) await time("1MB", "read_page", { space: s.id, page: "big" });
await time("1MB outline", "read_page", { space: s.id, page: "big", format: "outline" });
await time("3MB one line", "read_page", { space: s.id, page: "blob" });
await time("", "open_change_request", { space: s.id, subject: "x" });
const n = (await w.client.changeRequests.listInSpace({ spaceId: s.id })).items[0]?.number;
await time("1MB edit", "edit_page", { space: s.id, change_request: String(n), page: "big", edits: [{ old_text: "Line 39999 with", new_text: "Line the last with" }] });
await time("1MB edit missing", "edit_page", { space: s.id, change_request: String(n), page: "big", edits: [{ old_text: "Line 39999 withh", new_text: "Line the last with" }] });
await time("3MB edit blob", "edit_page", { space: s.id, change_request: String(n), page: "blob", edits: [{ old_text: "xx\n", new_text: "y\n" }] });
await time("show", "show_changes", { space: s.id, change_request: String(n) });
const many = await w.makeSpace("Many", Array.from({ length: 1500 }, (_, i) => ({ markdown: `# Page ${i}\n\nText ${i}.\n` })));
await time("1500 pages", "list_pages", { space: many.id });
await time("1500 by title", "read_page", { space: many.id, page: "Page 77" });
await time("1500 unknown", "read_page", { space: many.id, page: "Pagg 77 x" });
await time("small read", "read_page", { space: many.id, page: "page-77" });
await w.close();
