import { h } from "../html.ts";
import { type BlockRenderer, textOf } from "./setting.ts";

/** What an integration would draw is not drawn here; its source is shown, so that nothing of the page is lost. */
export const integration: BlockRenderer = ({ data }) => {
  const name = [textOf(data.integration), textOf(data.block)].filter((part) => part !== "").join("/");
  const content = textOf(data.content);
  return h(
    "figure",
    { class: "code" },
    h("figcaption", {}, name),
    content !== "" && h("pre", { tabindex: 0 }, h("code", {}, content)),
  );
};
