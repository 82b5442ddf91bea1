// Generates the types of the native library with their documentation, src/native-types.ts, from the type definitions that napi writes
// while it builds the library. The data types of the core are in src/model.ts, which the generator of the packages writes.
//
//   node scripts/types.mjs [FOLDER]     FOLDER: napi's type definitions, by default those of the last build in target/napi-rs
import { readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../../..')
const sources = join(import.meta.dirname, '../src')
const HEAD = '// Made by scripts/types.mjs from the Rust core. Do not edit: `npm run types` writes it anew.\n'

/** The types of arguments: members with a default in the core are optional. */
const INPUTS = [
  'Settings', 'CallOptions', 'RawRequest', 'IdentificationKey',
]

const folder = process.argv[2] ?? lastBuild()
const notes = readdirSync(folder).sort().flatMap((crate) =>
  readFileSync(join(folder, crate), 'utf8').split('\n').filter(Boolean).map((line) => ({ crate, ...JSON.parse(line) })))
// Other definitions refer to a renamed type by its name in Rust.
for (const { name, original_name } of notes.filter(({ name, original_name }) => original_name && original_name !== name)) {
  const old = new RegExp(`\\b${original_name}\\b`, 'g')
  for (const note of notes) note.def = note.def.replace(old, name)
}
// Node's buffers are byte arrays, and not every user of this package has the type `Buffer`.
for (const note of notes) note.def = note.def.replace(/\bBuffer\b/g, 'Uint8Array')
for (const note of notes) note.def = note.def.replace(/\bBox<(\w+)>/g, '$1')
const named = new Map(notes.map((note) => [note.name, note]))
const inputs = reach(INPUTS)
const isData = ({ crate }) => crate === 'open-platform'

const addon = [...types(notes.filter((note) => !isData(note))), ...classes(), functions()].join('\n')
const model = readFileSync(join(sources, 'model.ts'), 'utf8').matchAll(/^export (?:type|interface) (\w+)/gm)
const names = [...model].map(([, name]) => name).filter((name) => new RegExp(`\\b${name}\\b`).test(addon)).sort()
write('native-types.ts', [
  `import type {\n${names.map((name) => `  ${name},\n`).join('')}} from './model.js'\nimport type { Logger } from './observe.js'\nimport type { RecordStore } from './stores.js'\n`,
  '/** The return value of a method that has started a call: nothing. The result arrives later. */\nexport type Call<T> = void | { readonly value: T }\n\n/** An argument of a native function. */\ntype Argument<T> = T extends Array<infer Item> ? readonly Item[] : T\n\n/** An image: its bytes, or the path of its file. */\nexport type UploadSource = Uint8Array | string\n',
  addon,
])

function write(file, parts) {
  writeFileSync(join(sources, file), [HEAD, ...parts].join('\n').replace(/[ \t]+$/gm, ''))
}

function types(notes) {
  const make = { string_enum: words, type: union, interface: structure }
  return ['string_enum', 'type', 'interface'].flatMap((kind) => notes.filter((note) => note.kind === kind).map(make[kind]))
}

/** The folder of the newest build of the library. */
function lastBuild() {
  const builds = join(root, 'target/napi-rs')
  const folders = readdirSync(builds).filter((name) => name.startsWith('open-platform-node-')).map((name) => join(builds, name))
  return folders.sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs)[0]
}

/** Converts links and names of Rust to those of TypeScript. Rust programs and module paths are removed. */
function clean(text) {
  return text
    // napi writes documentation that comes through a Rust macro as the literal that it is there.
    .replace(/^( *(?:\/\*\*|\*) )r" /gm, '$1')
    .replace(/(^ \*\n)? \* ```[\s\S]*?^ \* ```\n/gm, '')
    .replace(/ ?`Debug` [^.]*\./g, '')
    .replace(/[:,] (see )?\[`\w+::\w+`\]/g, '')
    .replace(/\[`has`\](\([^)]*\))?/g, '`postHas`')
    .replace(/\[(`[^`]+`|[^\]]+)\]\((?!https?:)[^)]*\)/g, '$1')
    .replace(/\[(`[^`]+`)\]/g, '$1')
    .replace(/`[^`\n]+`/g, (code) => code.replace(/::/g, '.').replace(/\(\)\./g, '.'))
    .replace(/`None`/g, '`undefined`')
    .replace(/`dedupe_key`/g, '`dedupeKey`')
    .replace(/^ \* # Errors$/gm, ' * Errors:')
}

function reach(names) {
  const found = new Set()
  for (const queue = [...names]; queue.length;) {
    const note = named.get(queue.pop())
    if (!note || found.has(note.name)) continue
    found.add(note.name)
    // What a callback is called with is no argument.
    queue.push(...note.def.replace(/\/\*[\s\S]*?\*\/|\(\w+: \w+\) =>/g, '').match(/\b[A-Z]\w+/g) ?? [])
  }
  return found
}

function words({ name, js_doc, def }) {
  const values = [...def.matchAll(/((?:\/\*[\s\S]*?\*\/\s*)?)\w+ = ('\w+')/g)]
  return `${clean(js_doc ?? '')}export type ${name} =\n${values.map(([, about, word]) => `${indent(clean(about))}  | ${word}\n`).join('')}`
}

function union({ name, js_doc, def }) {
  const variants = def.split(/^ *\| /m).filter((variant) => variant.trim()).map((variant) => variant.trim().replace(/^\{ (.*?); */s, (_, tag) => `{ ${tag}; `))
  const line = (variant) => clean(variant).replace(/\s*\n\s*/g, ' ')
  return `${clean(js_doc ?? '')}export type ${name} =\n${variants.map((variant) => `  | ${line(variant)}\n`).join('')}`
}

function structure({ name, js_doc, def }) {
  return `${clean(js_doc ?? '')}export interface ${name} {\n${indent(clean(members(name, def)))}\n}\n`
}

/** In arguments, members that are empty by default are optional, and may be `undefined`. */
function members(name, def) {
  if (!inputs.has(name)) return def
  return def
    .replace(/^(\w+): (boolean|Array<.*>|Extra|Semantic|SemanticPaths)$/gm, '$1?: $2')
    .replace(/\bArray</g, 'ReadonlyArray<')
    .replace(/\bJson\b/g, 'JsonInput')
    .replace(/^(\w+\?: .*)$/gm, '$1 | undefined')
}

/** The instance types of the native classes. */
function classes() {
  return notes.filter(({ kind }) => kind === 'struct').map(({ name, js_doc }) => {
    const lines = parameters(methods(name)).replace(/(\/\*\*[^/]*\*\/\s*)?^ *(constructor\(|static ).*$/gm, '').split('\n').filter((line) => line.trim())
    return `${clean(js_doc ?? '')}export interface ${name} {\n${indent(clean(lines.map((line) => line.trim()).join('\n')))}\n}\n`
  })
}

function methods(name) {
  return notes.filter((note) => note.kind === 'impl' && note.name === name).map(({ def }) => def).join('\n')
}

/** The type of the exports of the library. */
function functions() {
  const plain = notes.filter(({ kind }) => kind === 'fn').map(({ js_doc, def }) => clean(js_doc ?? '') + parameters(def.replace(/^(async )?function /, '')))
  const classes = notes.filter(({ kind }) => kind === 'struct').map(({ name }) => {
    const [, given] = /constructor\((.*)\)/.exec(parameters(methods(name))) ?? []
    const made = given === undefined ? [] : [`new (${given}): ${name}`]
    const fixed = [...parameters(methods(name)).matchAll(/^ *static (.*)$/gm)].map(([, method]) => method)
    return `${name}: { ${[...made, ...fixed].join('; ')} }`
  })
  return `/** The native library. */\nexport interface Native {\n${indent([...plain, ...classes].join('\n'))}\n}\n`
}

/** The parameters of functions: an array that is given may be read-only, and JSON any value, which the core checks. */
function parameters(text) {
  return text
    .replace(/(\w\??: (?:string \| )?)Array</g, '$1ReadonlyArray<')
    .replace(/(\w\??: (?:Argument<)?)Json\b/g, '$1JsonInput')
    .replace(/\bArgument<Extra>/g, 'object')
}

function indent(text) {
  return text.replace(/^(?=.)/gm, '  ')
}
