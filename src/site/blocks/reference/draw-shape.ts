import { type Child, type Html, h, join } from "../../html.ts";
import { fill } from "../../words/words.ts";
import type { Setting } from "../setting.ts";
import type { MemberView, ShapeView } from "./api-view.ts";

/** The members of a value, each opening what it holds. */
export function drawShape({ members, alternatives, left }: ShapeView, setting: Setting): Html {
  const { apiWords } = setting;
  return join(
    members.length > 0 &&
      h(
        "ul",
        { class: "members" },
        members.map((member) => h("li", {}, drawMember(member, setting))),
      ),
    alternatives.length > 0 && [
      h("p", { class: "api-part" }, apiWords.oneOf),
      h(
        "ul",
        { class: "members" },
        alternatives.map(({ title, shape }) => h("li", {}, folded(title, shape, setting) ?? h("code", {}, title))),
      ),
    ],
    left > 0 && h("p", { class: "small" }, fill(apiWords.left, String(left))),
  );
}

export function drawMember(member: MemberView, setting: Setting, place?: string): Html {
  const { name, type, isRequired, isDeprecated, about, shape } = member;
  const { apiWords, blocks } = setting;
  return join(
    h(
      "p",
      { class: "member" },
      h("code", {}, name),
      " ",
      h("span", { class: "member-type" }, type),
      place !== undefined && [" ", h("span", { class: "tag" }, place)],
      isRequired && [" ", h("span", { class: "tag needed" }, apiWords.required)],
      isDeprecated && [" ", h("span", { class: "tag" }, apiWords.deprecated)],
    ),
    about.length > 0 && h("div", { class: "member-about" }, blocks(about)),
    folded(fill(apiWords.members, name), shape, setting),
  );
}

function folded(title: string, shape: ShapeView, setting: Setting): Html | undefined {
  if (shape.members.length === 0 && shape.alternatives.length === 0 && shape.left === 0) return undefined;
  return h("details", { class: "shape" }, h("summary", {}, title), drawShape(shape, setting));
}

/** Code with a button to copy it. */
export function codeFigure(text: string, syntax: string | undefined, setting: Setting, title?: Child): Html {
  return h(
    "figure",
    { class: "code" },
    title !== undefined && h("figcaption", {}, title),
    h("button", { type: "button", class: "copy", "data-copy": "code", hidden: true }, setting.words.copy),
    h("pre", { tabindex: 0 }, h("code", {}, setting.code(text, syntax))),
  );
}
