import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parentPort } from "node:worker_threads";
import { initWasm, Resvg } from "@resvg/resvg-wasm";

/** A PNG, or the reason why there is none. */
export type Drawn = { readonly png: Uint8Array<ArrayBuffer> } | { readonly problem: string };

const here = dirname(fileURLToPath(import.meta.url));

/** A file next to the program, or in the package that it comes from. */
function readPackagedFile(fileName: string, inPackage: string): Uint8Array {
  const file = join(here, fileName);
  return readFileSync(existsSync(file) ? file : join(here, "../../../../node_modules", inPackage));
}

const ready = initWasm(readPackagedFile("resvg.wasm", "@resvg/resvg-wasm/index_bg.wasm"));

const fontBuffers = ["DejaVuSans.ttf", "DejaVuSans-Bold.ttf"].map((name) =>
  readPackagedFile(join("fonts", name), join("dejavu-fonts-ttf/ttf", name)),
);

parentPort?.on("message", (svg: string) => {
  draw(svg).then(
    (drawn) => parentPort?.postMessage(drawn),
    (error: unknown) => parentPort?.postMessage({ problem: String(error) } satisfies Drawn),
  );
});

async function draw(svg: string): Promise<Drawn> {
  await ready;
  const resvg = new Resvg(svg, { font: { fontBuffers, defaultFontFamily: "DejaVu Sans", loadSystemFonts: false } });
  try {
    const image = resvg.render();
    try {
      return { png: new Uint8Array(image.asPng()) };
    } finally {
      image.free();
    }
  } finally {
    resvg.free();
  }
}
