import { type Job, unless } from "./job.ts";

const talk = (id: string, question: string, reply: string) => ({
  id,
  parts: [
    { type: "message" as const, role: "user" as const, body: question },
    { type: "message" as const, role: "team-member" as const, body: reply },
  ],
});

const spec = (version: string, paths: object) =>
  JSON.stringify({ openapi: "3.1.0", info: { title: "Parcels", version }, paths });
const response = { responses: { "200": { description: "Fine" } } };

/** Jobs around the documentation: support conversations, specifications, translations, spaces. */
export const deskJobs: readonly Job[] = [
  {
    name: "triage",
    prompt:
      "Look at what customers asked support lately. Take the topic most of them ask about, find out what support told them, and propose a docs change that answers it on the page where it belongs. The change request should be linked to the topic.",
    prepare: async (world) => {
      await world.client.conversations.ingest({
        organizationId: world.organization,
        conversations: [
          talk(
            "c1",
            "Can I pause my free trial?",
            "Yes: a trial can be paused once, for up to 10 days, from the Billing page.",
          ),
          talk(
            "c2",
            "Is there a way to pause the free trial while I am on holiday?",
            "You can pause the trial once for up to 10 days in Billing.",
          ),
          talk(
            "c3",
            "How do I pause the trial of GitBook?",
            "Open Billing and choose Pause trial; once, at most 10 days.",
          ),
          talk("c4", "Pausing the free trial?", "Once, for 10 days at most, on the Billing page."),
          talk("c5", "How do I invite a guest?", "From Members, with the role Guest."),
          talk("c6", "Thanks, you were great!", "You're welcome."),
        ],
      });
      return {};
    },
    async check({ proposal, text, client, organization }) {
      const { id } = await proposal();
      const page = (await text("account-and-billing/billing-faq/free-trial", id)) ?? "";
      const { items: clusters } = await client.issueClusters.list({ organizationId: organization });
      const linked: string[] = [];
      for (const { id: conversationsIssuesCluster } of clusters) {
        const status = ["open", "draft"] as ("open" | "draft")[];
        const query = { organizationId: organization, conversationsIssuesCluster, status };
        for (const found of (await client.changeRequests.listInOrganization(query)).items) linked.push(found.id);
      }
      return unless(
        [/pause/i.test(page), "the page about the trial does not answer it"],
        [/10 days|ten days/i.test(page), "what support said is not in it"],
        [linked.includes(id), "it is not linked to the topic"],
      );
    },
  },
  {
    name: "specification",
    prompt: `Here is the new version of our Parcels API; publish it as a new version of the specification 'parcels' and tell me what breaks for those who call it:\n\n${spec("2.0.0", { "/parcels": { get: response, post: response } })}`,
    prepare: async (world) => {
      await world.client.openapiSpecs.create({
        organizationId: world.organization,
        slug: "parcels",
        source: {
          text: spec("1.0.0", {
            "/parcels": { get: response },
            "/parcels/{id}": {
              delete: {
                ...response,
                parameters: [{ name: "id", in: "path", required: true, schema: { type: "string" } }],
              },
            },
          }),
        },
      });
      return {};
    },
    async check({ client, organization, answer }) {
      const { items } = await client.openapiSpecs.listVersions({ organizationId: organization, specSlug: "parcels" });
      return unless(
        [items.length === 2, `there are ${items.length} versions`],
        [/\/parcels\/\{id\}/.test(answer), "the removed operation is not named"],
      );
    },
  },
  {
    name: "translate",
    prompt:
      "Translate the space 'Parcels help' into German for me. 'Parcel' is always 'Sendung' (add that to the glossary first).",
    prepare: async (world) => {
      const { id } = await world.client.spaces.create({ organizationId: world.organization, title: "Parcels help" });
      const { id: changeRequestId } = await world.client.changeRequests.create({ spaceId: id, subject: "Begin" });
      const page = (title: string, body: string) => ({
        operation: "insert_page" as const,
        document: { markdown: `# ${title}\n\n${body}\n` },
      });
      await world.client.changeRequestContent.apply({
        spaceId: id,
        changeRequestId,
        changes: [
          page(
            "Track a parcel",
            "Open **Track** and type the parcel's number.\n\n* You see where it is.\n* You see when it comes.",
          ),
          page("Return a parcel", "Print the label and bring the parcel to a shop. See [Track](track-a-parcel.md)."),
        ],
      });
      await world.client.changeRequests.merge({ spaceId: id, changeRequestId });
      return { source: id };
    },
    async check({ client, organization }) {
      const { items } = await client.translations.list({ organizationId: organization });
      const target = items.find(({ language }) => language === "de");
      if (target === undefined) return ["there is no translation into German"];
      const { space: spaceId = "", changeRequest: changeRequestId } = target.result ?? {};
      if (changeRequestId === undefined) return ["the translation has no change request"];
      const names = { spaceId, changeRequestId };
      const texts: string[] = [];
      for (const { id: pageId } of (await client.changeRequestContent.pages(names)).pages)
        texts.push(JSON.stringify(await client.changeRequestContent.page({ ...names, pageId, format: "markdown" })));
      const all = texts.join("\n");
      return unless(
        [/Sendung/.test(all), "the translation does not say Sendung"],
        [!/Print the label/.test(all), "English is left"],
      );
    },
  },
  {
    name: "ingest",
    prompt:
      "Hand these two support conversations in, from our help desk 'zen': (id z-1) customer: 'Where do I find the HAR capture?' support: 'See Report a bug.'; (id z-2) customer: 'How do I record a HAR file?' support: 'See Report a bug.' Then tell me whether they ended up in one topic.",
    async check({ client, organization, answer }) {
      const { items } = await client.conversations.list({ organizationId: organization, limit: 100 });
      return unless(
        [items.length === 2, `${items.length} conversations are there`],
        [answer.length > 20, "nothing is said of the topic"],
      );
    },
  },
  {
    name: "duplicate-names",
    prompt:
      "In the current handbook (not the archived one), the page 'Office hours' is wrong: we open at 8, not at 9. Propose the change.",
    prepare: async (world) => {
      const notes: Record<string, string> = {};
      for (const title of ["Handbook", "Handbook (archived)"]) {
        const { id } = await world.client.spaces.create({ organizationId: world.organization, title });
        const { id: changeRequestId } = await world.client.changeRequests.create({ spaceId: id, subject: "Begin" });
        await world.client.changeRequestContent.apply({
          spaceId: id,
          changeRequestId,
          changes: [{ operation: "insert_page", document: { markdown: "# Office hours\n\nWe open at 9 o'clock.\n" } }],
        });
        await world.client.changeRequests.merge({ spaceId: id, changeRequestId });
        notes[title] = id;
      }
      return notes;
    },
    async check({ client, notes }) {
      const of = async (title: string) =>
        (await client.changeRequests.listInSpace({ spaceId: notes[title] ?? "", limit: 100 })).items.filter(
          ({ status }) => status === "open" || status === "draft",
        );
      const [request] = await of("Handbook");
      if (request === undefined) return ["nothing is proposed in the current handbook"];
      const { pages } = await client.pages.list({ spaceId: notes.Handbook ?? "" });
      const page = await client.changeRequestContent.page({
        spaceId: notes.Handbook ?? "",
        changeRequestId: request.id,
        pageId: pages[0]?.id ?? "",
        format: "markdown",
      });
      return unless(
        [JSON.stringify(page).includes("We open at 8 o'clock"), "the page is not as asked"],
        [(await of("Handbook (archived)")).length === 0, "the archived handbook was changed"],
      );
    },
  },
];
