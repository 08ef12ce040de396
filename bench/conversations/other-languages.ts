import { readFileSync } from "node:fs";
import type { LabelledConversation } from "./labelled-set.ts";

/** Conversations in languages other than English, by language. */
export function otherLanguages(): Map<string, LabelledConversation[]> {
  const languages = new Map<string, LabelledConversation[]>();
  let conversations: LabelledConversation[] = [];
  let topic = "";
  for (const line of readFileSync(new URL("other-languages.txt", import.meta.url), "utf8").split("\n")) {
    const text = line.slice(2);
    if (/^# \w{2}$/.test(line)) {
      conversations = [];
      languages.set(text, conversations);
    } else if (line.startsWith("= ")) topic = text;
    else if (line.startsWith("- ")) {
      const id = `${topic}-${conversations.length}`;
      conversations.push({ id, topic, parts: [{ type: "message", role: "user", body: text }] });
    }
  }
  return languages;
}
