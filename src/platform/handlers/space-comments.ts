import { discussion } from "../comments/discussion.ts";
import type { Handlers } from "./handler.ts";

export const spaceComments: Handlers<"spaceComments"> = discussion;
