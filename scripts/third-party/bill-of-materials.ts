import { type Component, fullName } from "./component.ts";

interface Program {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly license: string;
  /** When it was built. */
  readonly builtAt: string;
}

/** A bill of materials in CycloneDX 1.6. */
export function billOfMaterials(program: Program, components: readonly Component[]): string {
  const root = reference(`pkg:npm/${program.name}`, program);
  const listed = components.map((component) => ({
    type: "library",
    "bom-ref": reference(component.purl ?? "", component),
    ...groupAndName(component.name),
    ...(component.version === undefined ? {} : { version: component.version }),
    scope: component.files.length === 0 ? "optional" : "required",
    ...(component.sha512 === undefined ? {} : { hashes: [{ alg: "SHA-512", content: component.sha512 }] }),
    licenses: / (?:OR|AND|WITH) /.test(component.license)
      ? [{ expression: component.license }]
      : [{ license: { id: component.license } }],
    ...(component.purl === undefined ? {} : { purl: reference(component.purl, component) }),
    properties: component.files.map((file) => ({ name: "copydesk:file", value: file })),
  }));
  const bill = {
    $schema: "http://cyclonedx.org/schema/bom-1.6.schema.json",
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    version: 1,
    metadata: {
      timestamp: program.builtAt,
      component: {
        type: "application",
        "bom-ref": root,
        name: program.name,
        version: program.version,
        description: program.description,
        licenses: [{ license: { id: program.license } }],
        purl: root,
      },
    },
    components: listed,
    dependencies: [{ ref: root, dependsOn: listed.map((component) => component["bom-ref"]) }],
  };
  return `${JSON.stringify(bill, null, 2)}\n`;
}

const reference = (purl: string, component: Pick<Component, "name" | "version">): string => {
  if (purl === "") return fullName(component);
  return component.version === undefined ? purl : `${purl}@${component.version}`;
};

/** npm's scopes are groups. */
function groupAndName(name: string): { group?: string; name: string } {
  const [, group, rest] = /^(@[^/]+)\/(.+)$/.exec(name) ?? [];
  return group === undefined || rest === undefined ? { name } : { group, name: rest };
}
