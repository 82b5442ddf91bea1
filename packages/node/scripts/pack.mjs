// Creates the npm tarballs: one for each native library beside package.json, and one for the package itself, which has them as
// optional dependencies and loads the one for its machine. `npm run build` must have been run before. The same for the
// package `open-platform-cli`, if a folder with its programs is given: `open-platform.linux-x64-gnu` and so on.
//
//   node scripts/pack.mjs FOLDER [PROGRAMS]
import { execFileSync } from 'node:child_process'
import { chmodSync, copyFileSync, cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const root = join(import.meta.dirname, '..')
const cli = join(root, '../cli')
const [output, programs] = process.argv.slice(2).map((path) => resolve(path))
const { scripts, devDependencies, ...about } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
// npm checks that this is the repository whose workflow publishes the package.
const home = process.env.GITHUB_REPOSITORY
const repository = home && { type: 'git', url: `git+https://github.com/${home}.git` }
const { version, license, engines } = about
const licences = readdirSync(join(root, '../..')).filter((file) => file.startsWith('LICENSE-'))
const shared = { version, license, repository, engines }

const folder = mkdtempSync(join(tmpdir(), 'open-platform-'))
try {
  mkdirSync(output, { recursive: true })
  packAll(root, root, /^open-platform\.(.+)(\.node)$/, {
    ...about,
    repository,
    // The command for tests must have the same version as the package.
    peerDependencies: { ...about.peerDependencies, 'open-platform-cli': version },
    peerDependenciesMeta: { ...about.peerDependenciesMeta, 'open-platform-cli': { optional: true } },
  })
  if (programs) {
    packAll(cli, programs, /^open-platform\.([^.]+)(\.exe)?$/, {
      name: 'open-platform-cli',
      description: /^description = "(.*)"$/m.exec(readFileSync(join(cli, 'Cargo.toml'), 'utf8'))[1],
      ...shared,
      type: 'commonjs',
      main: 'command.cjs',
      bin: { 'open-platform': 'command.cjs' },
      files: ['command.cjs'],
    })
  }
} finally {
  rmSync(folder, { recursive: true })
}

/** Packs the package in the folder `from`, and one package for each machine whose native library is in the folder `parts`. */
function packAll(from, parts, pattern, about) {
  const built = readdirSync(parts).map((file) => pattern.exec(file)).filter(Boolean)
  const known = readFileSync(join(root, 'native.cjs'), 'utf8')
  for (const [, machine] of built) {
    if (!known.includes(`'open-platform-${machine}'`)) throw new Error(`native.cjs does not load what was built for ${machine}`)
  }
  if (built.length === 0) throw new Error(`there is no native library of ${about.name} in ${parts}`)
  for (const [file, machine, ending = ''] of built) packMachine(join(parts, file), machine, ending, about.name)
  const here = join(folder, about.name)
  mkdirSync(here)
  for (const file of [...about.files, 'README.md']) cpSync(join(from, file), join(here, file), { recursive: true })
  const machines = built.map(([, machine]) => [`${about.name}-${machine}`, version])
  pack(here, { ...about, optionalDependencies: Object.fromEntries(machines) })
}

function packMachine(path, machine, ending, name) {
  const [os, cpu, libc] = machine.split('-')
  const here = join(folder, `${name}-${machine}`)
  const file = `open-platform${ending}`
  mkdirSync(here)
  copyFileSync(path, join(here, file))
  // Where it comes from may not know that it is a program.
  chmodSync(join(here, file), 0o755)
  const libcs = os === 'linux' ? { libc: [libc === 'musl' ? 'musl' : 'glibc'] } : {}
  pack(here, {
    name: `${name}-${machine}`,
    description: `The native library of ${name} for ${machine}`,
    ...shared,
    os: [os],
    cpu: [cpu],
    ...libcs,
    main: file,
    files: [file],
    // Yarn keeps packages in archives, from which a program cannot run.
    preferUnplugged: true,
  })
}

function pack(here, about) {
  for (const file of licences) copyFileSync(join(root, '../..', file), join(here, file))
  const packed = { ...about, files: [...about.files, ...licences] }
  writeFileSync(join(here, 'package.json'), `${JSON.stringify(packed, null, 2)}\n`)
  execFileSync('npm', ['pack', '--silent', '--pack-destination', output], { cwd: here, stdio: ['ignore', 'inherit', 'inherit'] })
}
