// Writes dist from the modules that the compiler has written into build. Node takes longer to find and load many small files than
// to run them, so the modules of an entry point are joined into one file. What several of them need is in files beside it.
//
// The ES modules take their exports from the CommonJS modules of the same name, so that there is only one copy of every class.
// They use a static import, which bundlers follow. The import goes through a file of two lines that hides the names of the
// exports from Node, which would search the program for them.
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { isAbsolute, join } from 'node:path'

import { rollup } from 'rollup'

const root = join(import.meta.dirname, '..')
const build = join(root, 'build')
const dist = join(root, 'dist')

/** The entry points of the package. */
const ENTRIES = Object.keys(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).exports)
  .filter((path) => path !== './package.json')
  .map((path) => (path === '.' ? 'index' : path.slice('./'.length)))
/** Modules that are files of their own: the first is loaded with the first value, the second is also loaded by tests. */
const MODULES = ['decoders', 'native']

rmSync(dist, { recursive: true, force: true })
const compiled = (name) => join(build, `${name}.js`)
const program = await rollup({
  input: Object.fromEntries(ENTRIES.map((name) => [name, compiled(name)])),
  // These may export more than the module does, because what they contain of other modules is needed elsewhere, too.
  plugins: [{
    name: 'modules',
    buildStart() {
      for (const name of MODULES) {
        this.emitFile({ type: 'chunk', id: compiled(name), fileName: `${name}.js`, preserveSignature: 'allow-extension' })
      }
    },
  }],
  external: (module) => !module.startsWith('.') && !isAbsolute(module),
  onwarn({ message }) {
    throw new Error(message)
  },
})
const { output } = await program.write({ dir: dist, format: 'cjs', chunkFileNames: '[name].js', esModule: true, generatedCode: 'es2015' })
await program.close()

for (const { name, exports } of output.filter(({ name }) => ENTRIES.includes(name))) {
  write(`dist/${name}.default.js`, ["'use strict'", `const it = require('./${name}.js')`, 'module.exports = it'])
  write(`dist/${name}.mjs`, [`import it from './${name}.default.js'`, '', ...exports.map((member) => `export const ${member} = it.${member}`)])
  write(`types/${name}.d.mts`, [`export * from './${name}.js'`])
}

function write(file, lines) {
  writeFileSync(join(root, file), `${lines.join('\n')}\n`)
}
