// Writes the ES modules of the package into dist, and their types into types. Each takes its exports from the CommonJS
// module of the same name, so that there is only one copy of every class. It uses a static import, which bundlers follow.
// The import goes through a file of two lines that hides the names of the exports from Node: Node would search every file of
// the package for them, as for `export * from './index.js'`, which takes longer than the rest of the import.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const dist = join(import.meta.dirname, '../dist')

for (const entry of ['index', 'testing', 'opentelemetry']) {
  const names = [...new Set(exportsOf(`${entry}.js`))].sort()
  write(`${entry}.default.js`, ["'use strict'", `const it = require('./${entry}.js')`, 'module.exports = it'])
  write(`${entry}.mjs`, [`import it from './${entry}.default.js'`, '', ...names.map((name) => `export const ${name} = it.${name}`)])
  write(`../types/${entry}.d.mts`, [`export * from './${entry}.js'`])
}

function write(file, lines) {
  writeFileSync(join(dist, file), `${lines.join('\n')}\n`)
}

/** The export names of a module that the compiler has written. */
function exportsOf(file) {
  const program = readFileSync(join(dist, file), 'utf8')
  const own = [...program.matchAll(/^Object\.defineProperty\(exports, "(\w+)", \{ enumerable/gm), ...program.matchAll(/^exports\.(\w+) = /gm)]
  const others = [...program.matchAll(/^__exportStar\(require\("\.\/(.+)"\), exports\)/gm)]
  return [...own.map(([, name]) => name), ...others.flatMap(([, other]) => exportsOf(other))]
}
