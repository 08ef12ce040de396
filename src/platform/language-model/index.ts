export { type Model, openModel, type Work } from "./model.ts";
export { ModelProblem } from "./model-problem.ts";
export { plainLine, visibleLine } from "./plain-line.ts";
export type { ModelSettings } from "./settings.ts";
