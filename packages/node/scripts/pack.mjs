// Makes what npm gets: one tarball for each add-on that stands beside package.json, and the package itself, which depends
// on exactly these and takes the one that fits the machine. Built before: dist, by `npm run build`.
//
//   node scripts/pack.mjs FOLDER
import { execFileSync } from 'node:child_process'
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const root = join(import.meta.dirname, '..')
const output = resolve(process.argv[2])
const about = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const { name, version, license, repository, engines } = about
const addons = readdirSync(root).map((file) => /^open-platform\.(.+)\.node$/.exec(file)).filter(Boolean)
if (addons.length === 0) throw new Error('no add-on stands beside package.json')

const folder = mkdtempSync(join(tmpdir(), 'open-platform-'))
try {
  mkdirSync(output, { recursive: true })
  for (const [file, machine] of addons) packAddon(file, machine)
  packPackage()
} finally {
  rmSync(folder, { recursive: true })
}

function packAddon(file, machine) {
  const [os, cpu, libc] = machine.split('-')
  const here = join(folder, machine)
  mkdirSync(here)
  copyFileSync(join(root, file), join(here, file))
  const libcs = os === 'linux' ? { libc: [libc === 'musl' ? 'musl' : 'glibc'] } : {}
  pack(here, {
    name: `${name}-${machine}`,
    version,
    description: `The native part of ${name} for ${machine}`,
    license,
    repository,
    engines,
    os: [os],
    cpu: [cpu],
    ...libcs,
    main: file,
    files: [file],
  })
}

function packPackage() {
  const here = join(folder, 'package')
  mkdirSync(here)
  for (const file of [...about.files, 'README.md']) cpSync(join(root, file), join(here, file), { recursive: true })
  const { scripts, devDependencies, ...kept } = about
  const machines = addons.map(([, machine]) => [`${name}-${machine}`, version])
  pack(here, { ...kept, optionalDependencies: Object.fromEntries(machines) })
}

function pack(here, about) {
  writeFileSync(join(here, 'package.json'), `${JSON.stringify(about, null, 2)}\n`)
  execFileSync('npm', ['pack', '--silent', '--pack-destination', output], { cwd: here, stdio: ['ignore', 'inherit', 'inherit'] })
}
