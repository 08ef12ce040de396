import { contract } from "../../src/contract/index.ts";

/** The module that loads the operations of one noun, from the file named after it. */
export async function contractLoaders(): Promise<string> {
  const lines = Object.keys(contract).map((group) => {
    const file = group.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    return `  ${group}: () => import("../../src/contract/operations/${file}.ts").then(({ ${group} }) => ${group}),\n`;
  });
  return `/** Loads the operations of each noun. Written by \`npm run generate\`. */\nexport const loaders = {\n${lines.join("")}};\n`;
}
