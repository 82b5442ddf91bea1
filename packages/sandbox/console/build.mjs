// Builds the console into dist/, or with `--tests` the unit tests into built/.
import { copyFile, mkdir, readdir } from "node:fs/promises";
import { build } from "esbuild";

const tests = process.argv.includes("--tests");
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
  await mkdir("dist", { recursive: true });
  await build({
    ...jsx,
    entryPoints: { console: "src/main.tsx" },
    outdir: "dist",
    bundle: true,
    minify: true,
    format: "esm",
    target: ["chrome123", "firefox121", "safari17.5"],
    charset: "utf8",
    legalComments: "none",
    logLevel: "warning",
  });
  await copyFile("src/index.html", "dist/index.html");
}
