import { readFileSync } from "node:fs";
import { randomNumbers } from "../random.ts";

export interface LabelledConversation {
  readonly id: string;
  readonly subject?: string;
  readonly parts: readonly { readonly type: "message"; readonly role: "user" | "team-member"; readonly body: string }[];
  /** Its topic; undefined if no page could answer it. */
  readonly topic: string | undefined;
}

interface Topic {
  readonly name: string;
  readonly subjects: string[];
  readonly texts: string[];
  readonly replies: readonly string[];
}

const openers = [
  "",
  "",
  "Hi,",
  "Hello team,",
  "Hey there!",
  "Good morning,",
  "Quick question:",
  "Hi, hope you are well.",
];
const closers = [
  "",
  "",
  "Thanks!",
  "Thanks in advance, Mia",
  "Can you help?",
  "Best regards\nJonas Berg\nNorthwind Ltd.",
  "This is urgent for us.",
  "Any idea?",
];
const replies = [
  "Thanks for reaching out! Let me look into this for you.",
  "Hi, could you send us a screenshot?",
  "Hello and sorry for the trouble. I have passed this on to our engineers.",
];
const pleas = ["Any news?", "Sure, see attached.", "Still the same here.", "That did it, thanks a lot!"];

const read = (name: string) => readFileSync(new URL(name, import.meta.url), "utf8").split("\n");

function readReplies(): Map<string, string[]> {
  const replies = new Map<string, string[]>();
  let topic = "";
  for (const line of read("replies.txt")) {
    if (line.startsWith("= ")) topic = line.slice(2);
    else if (line.startsWith("- ")) replies.set(topic, [...(replies.get(topic) ?? []), line.slice(2)]);
  }
  return replies;
}

function readTopics(): Topic[] {
  const topics: Topic[] = [];
  const replies = readReplies();
  for (const line of read("topics.txt")) {
    const text = line.slice(2);
    if (line.startsWith("= ")) topics.push({ name: text, subjects: [], texts: [], replies: replies.get(text) ?? [] });
    else if (line.startsWith("? ")) topics.at(-1)?.subjects.push(text);
    else if (line.startsWith("- ")) topics.at(-1)?.texts.push(text);
  }
  return topics;
}

/** One topic in three is held out: nothing was tuned on it. */
const isHeldOut = (topicIndex: number): boolean => topicIndex % 3 === 2;

export interface SetOptions {
  readonly seed?: number;
  /** Which topics; all if left out. */
  readonly part?: "tuned" | "held-out";
  /** Whether support gives real answers in most conversations, as is realistic, or only stock phrases. */
  readonly answered?: boolean;
  /** How often each text occurs with different surrounding words; 1 if left out, plus some near duplicates. */
  readonly times?: number;
}

/** Every text once or several times, with what people write around it; some again with typing errors; and noise. */
export function labelledSet({ seed = 1, part, times = 1, answered = false }: SetOptions = {}): LabelledConversation[] {
  const random = randomNumbers(seed);
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item;
  const made: LabelledConversation[] = [];
  const left = new Map<Topic, string[]>();
  const takeReply = (topic: Topic) => {
    const some = left.get(topic) ?? shuffled(topic.replies, random);
    left.set(topic, some);
    return some.pop();
  };
  const add = (text: string, topic: Topic | undefined) => {
    const user = (body: string) => ({ type: "message" as const, role: "user" as const, body });
    const staff = (body: string) => ({ type: "message" as const, role: "team-member" as const, body });
    const body = [pick(openers), text, pick(closers)].filter((piece) => piece !== "").join(" ");
    const subject = topic !== undefined && random() < 0.4 ? pick(topic.subjects) : undefined;
    const reply = answered && topic !== undefined && random() < 0.7 ? takeReply(topic) : undefined;
    const chat = reply !== undefined || random() < 0.5;
    made.push({
      id: `talk-${made.length}`,
      ...(subject === undefined ? {} : { subject }),
      parts: [user(body), ...(chat ? [staff(reply ?? pick(replies)), user(pick(pleas))] : [])],
      topic: topic?.name,
    });
  };
  const topics = readTopics().filter((_, index) => part === undefined || isHeldOut(index) === (part === "held-out"));
  for (let time = 0; time < times; time += 1) {
    for (const topic of topics) {
      for (const text of topic.texts) {
        add(text, topic);
        if (random() < 0.4) add(mistyped(text, random), topic);
      }
    }
    for (const line of read("off-topic.txt")) if (line !== "" && !line.startsWith("#")) add(line, undefined);
  }
  return shuffled(made, random);
}

/** The same text typed in a hurry: two letters transposed, all lower case. */
function mistyped(text: string, random: () => number): string {
  const at = Math.floor(random() * (text.length - 2));
  return (text.slice(0, at) + text.charAt(at + 1) + text.charAt(at) + text.slice(at + 2)).toLowerCase();
}

export function shuffled<Item>(items: readonly Item[], random: () => number): Item[] {
  const left = [...items];
  const order: Item[] = [];
  while (left.length > 0) {
    const at = Math.floor(random() * left.length);
    order.push(left[at] as Item);
    left[at] = left.at(-1) as Item;
    left.pop();
  }
  return order;
}
