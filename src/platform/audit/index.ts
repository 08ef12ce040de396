export { type ActFilter, forgetActs, type ListedAct, listActs, removeActsOf } from "./acts-rows.ts";
export { recordAct, type Through } from "./record-act.ts";
