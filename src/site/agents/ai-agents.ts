/**
 * Names by which programs that read for a language model identify themselves, in `User-Agent` or in `robots.txt`, as
 * their operators document them.
 */
export const aiAgents: readonly string[] = [
  "AI2Bot",
  "Amazonbot",
  "anthropic-ai",
  "Applebot-Extended",
  "Bytespider",
  "CCBot",
  "ChatGPT-User",
  "Claude-Code",
  "Claude-SearchBot",
  "Claude-User",
  "Claude-Web",
  "ClaudeBot",
  "cohere-ai",
  "Cursor",
  "DeepSeekBot",
  "Diffbot",
  "DuckAssistBot",
  "Google-CloudVertexBot",
  "Google-Extended",
  "GPTBot",
  "Meta-ExternalAgent",
  "Meta-ExternalFetcher",
  "MistralAI-User",
  "OAI-SearchBot",
  "Perplexity-User",
  "PerplexityBot",
  "YouBot",
];

const names = new RegExp(`\\b(?:${aiAgents.join("|")})\\b`, "i");

/** Whether a program says that it reads for a model. */
export const isAiAgent = (userAgent: string): boolean => names.test(userAgent);
