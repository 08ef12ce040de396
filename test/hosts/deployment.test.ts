import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { commandFlags } from "../../src/cli/command-flags.ts";
import { defaultPatience } from "../../src/cli/http-server.ts";
import { readCommandLine } from "../../src/config/config.ts";
import { serve, temporaryFolder } from "../cli/program.ts";

const project = resolve(import.meta.dirname, "../..");
const read = (name: string) => readFileSync(join(project, name), "utf8");
const port = Number(/^EXPOSE (\d+)$/m.exec(read("Containerfile"))?.[1]);

interface Compose {
  readonly services: Readonly<Record<string, ComposeService>>;
  readonly volumes: Readonly<Record<string, unknown>>;
}

interface ComposeService {
  readonly image?: string;
  readonly build?: { readonly context: string; readonly dockerfile: string };
  readonly environment?: Readonly<Record<string, string>>;
  readonly command?: string;
  readonly stop_grace_period?: string;
  readonly volumes?: readonly string[];
}

/** People's settings, as Compose inserts them. */
const given: Readonly<Record<string, string>> = { POSTGRES_PASSWORD: "secret", DOCS_HOST: "docs.example.com" };
const filled = read("deploy/compose.yaml").replace(/(?<!\$)\$\{(\w+):\?\}/g, (_, name: string) => {
  const value = given[name];
  if (value === undefined) throw new Error(`The file does not say at its top that ${name} has to be set.`);
  return value;
});
const compose = parse(filled) as Compose;

const manifests = parseAllDocuments(read("deploy/kubernetes.yaml")).map((document) => document.toJS());
const deployment = manifests.find(({ kind }) => kind === "Deployment");
const pod = deployment.spec.template.spec;
const container = pod.containers[0];

const settingsFrom = (variables: Readonly<Record<string, string>>) =>
  readCommandLine([], { COPYDESK_HOST: "0.0.0.0", ...variables }, commandFlags.serve).config;

/** Seconds until a process that was told to end has ended: it drains, then calls finish and responses are sent. */
const ending = (drain: number) => drain + (defaultPatience.calls + defaultPatience.responses) / 1000;

describe("the example for Compose", () => {
  const { copydesk, proxy } = compose.services;

  it("has valid settings, with a PostgreSQL database", () => {
    const settings = settingsFrom(copydesk?.environment ?? {});
    expect(settings.database.value).toBe("postgres://copydesk:secret@database:5432/copydesk");
    expect(settings.publicUrl.value).toBe("https://docs.example.com");
    expect(ending(settings.drainSeconds.value)).toBeLessThan(Number.parseInt(copydesk?.stop_grace_period ?? "", 10));
  });

  it("builds this repository, uses exact versions of the rest, and declares its volumes", () => {
    expect(existsSync(join(project, "deploy", copydesk?.build?.context ?? "", copydesk?.build?.dockerfile ?? ""))).toBe(
      true,
    );
    const images = Object.values(compose.services).flatMap(({ image }) => image ?? []);
    expect(images.filter((image) => !/:\d+\.\d+(\.\d+)?-alpine$/.test(image))).toEqual([]);
    const used = Object.values(compose.services).flatMap(
      ({ volumes }) => volumes?.map((volume) => volume.split(":")[0]) ?? [],
    );
    expect(used.sort()).toEqual(Object.keys(compose.volumes).sort());
  });

  it("sends requests to where the container listens", () => {
    expect(proxy?.command).toContain(`dynamic a copydesk ${port}\\n`);
  });
});

describe("the example for Kubernetes", () => {
  const variables: Readonly<Record<string, string>> = Object.fromEntries(
    container.env.map(({ name, value }: { name: string; value?: string }) => [
      name,
      value ?? "postgres://docs@database/docs",
    ]),
  );

  it("has valid settings, with the database's address from a secret", () => {
    const settings = settingsFrom(variables);
    expect(settings.database.value).toBe("postgres://docs@database/docs");
    expect(container.env.find(({ name }: { name: string }) => name === "COPYDESK_DATABASE").value).toBeUndefined();
    expect(ending(settings.drainSeconds.value)).toBeLessThan(pod.terminationGracePeriodSeconds);
  });

  it("sends requests to where the container listens", () => {
    expect(container.ports[0].containerPort).toBe(port);
    const service = manifests.find(({ kind }) => kind === "Service");
    expect(service.spec.selector).toEqual(deployment.spec.template.metadata.labels);
    const ingress = manifests.find(({ kind }) => kind === "Ingress");
    expect(ingress.spec.rules[0].http.paths[0].backend.service.name).toBe(service.metadata.name);
  });

  it("probes paths that respond", async () => {
    const server = await serve(["--data", join(temporaryFolder(), "data")]);
    const { origin } = new URL(server.ready.mcp ?? "");
    const { readinessProbe, livenessProbe, startupProbe } = container;
    for (const { httpGet } of [readinessProbe, livenessProbe, startupProbe]) {
      expect([httpGet.path, (await fetch(origin + httpGet.path)).status]).toEqual([httpGet.path, 200]);
    }
    await server.stop();
  });

  it("runs as the unprivileged user of the image", () => {
    expect(pod.securityContext).toMatchObject({ runAsUser: 1000, runAsNonRoot: true });
    expect(container.volumeMounts[0].mountPath).toBe(/COPYDESK_DATA=(\S+)/.exec(read("Containerfile"))?.[1]);
  });
});
