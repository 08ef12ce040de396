export { ModelProblem } from "./chat-completion.ts";
export { type Model, openModel, plainLine, visibleLine, type Work } from "./model.ts";
export type { ModelSettings } from "./settings.ts";
