import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { settings } from "../../../contract/examples/customization-settings.ts";
import { type Service, startService } from "../../../pins/service.ts";
import { member, refusal, text } from "../../http/content.ts";
import { addOrganization } from "../../http/people.ts";
import { makeGuide, SiteMaker } from "./site-maker.ts";

let service: Service;

beforeAll(async () => {
  service = await startService(undefined, { publicUrl: "https://docs.acme.example" });
});
afterAll(() => service.close());

const make = (title: string) => SiteMaker.make(service, { title });

/** A site of another organization, with a request to change it. */
async function makeElsewhere(title: string) {
  const { organization, administrator } = await addOrganization(service);
  const sites = `/v1/orgs/${organization}/sites`;
  const headers = administrator.headers;
  const made = await service.send(`POST ${sites}`, { headers, body: JSON.stringify({ title }) });
  const id = text(made, "id");
  return (body: object) => service.send(`PATCH ${sites}/${id}`, { headers, body: JSON.stringify(body) });
}

describe("the address of a site", () => {
  it.each([
    [{ hostname: "docs.acme.example" }, "hostname"],
    [{ proxy: "docs.acme.example/sites/other" }, "proxy"],
    [{ proxy: "DOCS.Acme.example/v1" }, "proxy"],
  ])("cannot be the server's own, by whatever name it is called: %j", async (change, field) => {
    const site = await make("Own host");
    for (const host of ["https://docs.acme.example", "http://127.0.0.1:7337", "http://evil.example"]) {
      const line = `PATCH ${host}${site.path}`;
      expect(refusal(await service.send(line, { body: JSON.stringify(change) }))).toBe(
        `400 ${field}: docs.acme.example is the host of this service itself. Give another host, or change the basename.`,
      );
    }
  });

  it("cannot be on the host or path of a site of another organization", async () => {
    const [one, host, path] = [await makeElsewhere("One"), await make("Host"), await make("Path")];
    await host.done("PATCH ", { hostname: "help.other.example" });
    await path.done("PATCH ", { proxy: "www.shared.example/docs" });
    expect(refusal(await one({ proxy: "help.other.example/docs" }))).toBe(
      '409 proxy: another site has "help.other.example". Choose another host.',
    );
    for (const proxy of ["www.shared.example/docs/api", "WWW.shared.example/docs/api"]) {
      expect(refusal(await one({ proxy }))).toBe(
        '409 proxy: another site has "www.shared.example/docs". Choose another host.',
      );
    }
    expect(refusal(await one({ hostname: "www.shared.example" }))).toBe(
      '409 hostname: another site has "www.shared.example/docs". Choose another host.',
    );
    expect((await one({ proxy: "www.shared.example/other" })).status).toBe(200);
    expect((await (await make("Beside")).send("PATCH ", { proxy: "www.shared.example/docs/api" })).status).toBe(200);
  });
});

describe("addresses in answers", () => {
  it("are those of the public URL, whatever Host a call has", async () => {
    const { space } = await makeGuide(service, "Public", [{ title: "Start" }]);
    const site = await SiteMaker.make(service, { title: "Public", spaces: [space] });
    await site.done("POST publish");
    for (const host of ["http://127.0.0.1:7337", "http://docs.internal:80"]) {
      const sent = await service.send(`GET ${host}${site.path}`);
      expect(text(sent, "urls.published")).toBe("https://docs.acme.example/sites/public/");
      expect(text(sent, "urls.preview")).toBe(`https://docs.acme.example/sites/~preview/${site.id}/`);
      const resolved = await service.send(`POST ${host}/v1/urls/published`, {
        body: JSON.stringify({ url: "https://docs.acme.example/sites/public/start" }),
      });
      expect(text(resolved, "canonicalUrl")).toBe("https://docs.acme.example/sites/public/start");
      const preview = await service.send(`GET ${host}${site.path}/publishing/preview`);
      expect(text(preview, "url")).toContain(`https://docs.acme.example/sites/~preview/${site.id}/?token=`);
    }
    const page = await service.platform.serveReader(new Request("http://127.0.0.1:7337/sites/public/"), true);
    expect(await page?.text()).toContain('<link rel="canonical" href="https://docs.acme.example/sites/public/">');
  });

  it("are those of the public URL for files", async () => {
    const { space } = await makeGuide(service, "Files", [{ title: "Start" }]);
    const draft = text(await service.send(`POST /v1/spaces/${space}/change-requests`), "id");
    const changes = [
      { operation: "insert_files", files: [{ name: "a.txt", contentType: "text/plain", base64: "eA==" }] },
    ];
    const body = JSON.stringify({ changes });
    await service.send(`POST /v1/spaces/${space}/change-requests/${draft}/content`, { body });
    const files = await service.send(
      `GET http://127.0.0.1:7337/v1/spaces/${space}/change-requests/${draft}/content/files`,
    );
    expect(text(files, "items.0.downloadURL")).toMatch(/^https:\/\/docs\.acme\.example\/files\//);
  });
});

describe("the host of a font", () => {
  const withFont = (url: string) => ({
    ...settings,
    styling: {
      ...settings.styling,
      font: {
        id: "acme",
        custom: true,
        fontFamily: "Acme",
        fontFaces: [{ weight: 400, sources: [{ url, format: "woff2" }] }],
      },
    },
  });

  it.each([
    "https://*/a.woff2",
    "https://*.example.com/a.woff2",
    "https://cdn.example.com;script-src/a.woff2",
    "https://a,b/a.woff2",
    "https://'self'/a.woff2",
    "https://user:secret@cdn.example.com/a.woff2",
  ])("cannot be %s, because it goes into a header", async (url) => {
    const site = await make("Fonts");
    const answer = await site.send("PUT customization", withFont(url));
    expect(refusal(answer)).toMatch(
      /^400 (?:body\.)?styling\.font\.fontFaces\.0\.sources\.0\.url: .*the host must be a name or an IP address/,
    );
    expect(answer.text).not.toContain("secret");
  });

  it("can be any name, address and port", async () => {
    const site = await make("Good fonts");
    for (const url of [
      "https://cdn.example.com:8443/a.woff2",
      "http://[::1]/a.woff2",
      "https://schön.example/a.woff2",
    ]) {
      const answer = await site.send("PUT customization", withFont(url));
      expect(answer.status, answer.text).toBe(200);
      expect(member(answer, "styling.font.fontFaces.0.sources.0.url")).toBe(url);
    }
  });
});
