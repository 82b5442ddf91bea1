// Builds the console into dist/ or the given folder, or with `--tests` the unit tests into built/.
import { copyFile, mkdir, readdir } from "node:fs/promises";
import { build } from "esbuild";

const [argument] = process.argv.slice(2);
const tests = argument === "--tests";
const jsx = { jsx: "automatic", jsxImportSource: "preact" };

if (tests) {
  const names = (await readdir("test")).filter((name) => name.endsWith(".test.ts"));
  await build({
    ...jsx,
    entryPoints: names.map((name) => `test/${name}`),
    outdir: "built",
    bundle: true,
    platform: "node",
    format: "esm",
    external: ["typescript"],
    logLevel: "warning",
  });
} else {
  const folder = argument ?? "dist";
  await mkdir(folder, { recursive: true });
  await build({
    ...jsx,
    entryPoints: { console: "src/main.tsx" },
    outdir: folder,
    bundle: true,
    minify: true,
    format: "esm",
    target: ["chrome123", "firefox121", "safari17.5"],
    charset: "utf8",
    legalComments: "none",
    logLevel: "warning",
  });
  await copyFile("src/index.html", `${folder}/index.html`);
}
