// Extracts the programs of README.md into a folder. Each block of TypeScript begins with its file name, such as `// read.ts`.
// With a second folder also those in the documentation of src, to be compiled: each in a function, beside documented.d.ts, which
// declares what they take as given.
//
//   node scripts/readme.mjs FOLDER [DOCUMENTED]
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const [folder, documented] = process.argv.slice(2)
mkdirSync(folder, { recursive: true })
const readme = readFileSync(join(import.meta.dirname, '../README.md'), 'utf8')
for (const [, program] of readme.matchAll(/^```ts\n([\s\S]*?)^```$/gm)) {
  const [, name] = /^\/\/ ([\w.-]+\.ts)\n/.exec(program) ?? []
  if (!name) throw new Error(`a program of the README has no name: ${program.slice(0, 60)}`)
  writeFileSync(join(folder, name), program)
}

if (documented) {
  mkdirSync(documented, { recursive: true })
  copyFileSync(join(import.meta.dirname, 'documented.d.ts'), join(documented, 'documented.d.ts'))
  const sources = join(import.meta.dirname, '../src')
  for (const file of readdirSync(sources, { recursive: true }).filter((file) => file.endsWith('.ts'))) {
    const blocks = readFileSync(join(sources, file), 'utf8').matchAll(/^ *\* ```ts\n([\s\S]*?)^ *\* ```$/gm)
    for (const [number, [, block]] of [...blocks].entries()) {
      const lines = block.replace(/^ *\* ?(?:export )?/gm, '').split('\n')
      const imports = lines.filter((line) => line.startsWith('import '))
      const rest = lines.filter((line) => !line.startsWith('import '))
      const program = [...imports, 'export async function documented() {', ...rest, '}', ''].join('\n')
      writeFileSync(join(documented, `${file.replace(/\W/g, '-')}-${number + 1}.ts`), program)
    }
  }
}
