// Writes the ES modules of the package into dist, and their types into types: each takes its exports from the CommonJS
// module of the same name, so that there is one copy of every class. The import is a plain one, which bundlers follow. It goes
// through a file of two lines that hides the names from Node: it would look through every file of the package for them, as it
// would for `export * from './index.js'`, and that takes longer than all the rest of the import.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const dist = join(import.meta.dirname, '../dist')

for (const entry of ['index', 'testing']) {
  const names = [...new Set(exportsOf(`${entry}.js`))].sort()
  write(`${entry}.default.js`, ["'use strict'", `const it = require('./${entry}.js')`, 'module.exports = it'])
  write(`${entry}.mjs`, [`import it from './${entry}.default.js'`, '', ...names.map((name) => `export const ${name} = it.${name}`)])
  write(`../types/${entry}.d.mts`, [`export * from './${entry}.js'`])
}

function write(file, lines) {
  writeFileSync(join(dist, file), `${lines.join('\n')}\n`)
}

/** The names that a module made by the compiler exports. */
function exportsOf(file) {
  const program = readFileSync(join(dist, file), 'utf8')
  const own = [...program.matchAll(/^Object\.defineProperty\(exports, "(\w+)", \{ enumerable/gm), ...program.matchAll(/^exports\.(\w+) = /gm)]
  const others = [...program.matchAll(/^__exportStar\(require\("\.\/(.+)"\), exports\)/gm)]
  return [...own.map(([, name]) => name), ...others.flatMap(([, other]) => exportsOf(other))]
}
