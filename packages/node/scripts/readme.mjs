// Extracts the programs of README.md into a folder. Each block of TypeScript begins with its file name, such as `// read.ts`.
//
//   node scripts/readme.mjs FOLDER
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const folder = process.argv[2]
mkdirSync(folder, { recursive: true })
const readme = readFileSync(join(import.meta.dirname, '../README.md'), 'utf8')
for (const [, program] of readme.matchAll(/^```ts\n([\s\S]*?)^```$/gm)) {
  const [, name] = /^\/\/ ([\w-]+\.ts)\n/.exec(program) ?? []
  if (!name) throw new Error(`a program of the README has no name: ${program.slice(0, 60)}`)
  writeFileSync(join(folder, name), program)
}
