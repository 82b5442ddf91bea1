// Writes the ES modules of the package into dist, and their types into types: each takes its exports from the CommonJS module of the same name, so that
// there is one copy of every class. `export * from './index.js'` would say the same, but Node would then look through every
// file for names, which takes longer than all the rest of the import.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const dist = join(import.meta.dirname, '../dist')

for (const entry of ['index', 'testing']) {
  const names = [...new Set(exportsOf(`${entry}.js`))].sort()
  const program = [
    "import { createRequire } from 'node:module'",
    '',
    `const it = createRequire(import.meta.url)('./${entry}.js')`,
    '',
    ...names.map((name) => `export const ${name} = it.${name}`),
    '',
  ]
  writeFileSync(join(dist, `${entry}.mjs`), program.join('\n'))
  writeFileSync(join(dist, `../types/${entry}.d.mts`), `export * from './${entry}.js'\n`)
}

/** The names that a module made by the compiler exports. */
function exportsOf(file) {
  const program = readFileSync(join(dist, file), 'utf8')
  const own = [...program.matchAll(/^Object\.defineProperty\(exports, "(\w+)", \{ enumerable/gm), ...program.matchAll(/^exports\.(\w+) = /gm)]
  const others = [...program.matchAll(/^__exportStar\(require\("\.\/(.+)"\), exports\)/gm)]
  return [...own.map(([, name]) => name), ...others.flatMap(([, other]) => exportsOf(other))]
}
