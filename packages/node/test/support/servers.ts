/** A PostgreSQL and a Redis for one test file, on a socket in a directory of its own. They end with it, however it does. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

/** A server, and its address for the setting `store`. */
export interface Server extends AsyncDisposable {
  address: string
}

export async function redis(): Promise<Server> {
  const directory = place()
  const socket = join(directory, 'redis.sock')
  const flags = ['--port', '0', '--save', '', '--appendonly', 'yes', '--appendfsync', 'always', '--dir', directory, '--unixsocket', socket]
  return start(directory, endingWithTheTest('redis-server', ...flags), () => answers(socket), `redis+unix://${socket}`)
}

export async function postgres(): Promise<Server> {
  const directory = place()
  chmodSync(directory, 0o777)
  const data = join(directory, 'data')
  const [program, flags] = unprivileged('initdb', '--no-sync', '-A', 'trust', '-U', 'app', '-D', data)
  execFileSync(program, flags, { stdio: 'pipe' })
  // It writes its state into the eighth line of a file.
  const file = join(data, 'postmaster.pid')
  const ready = async () => existsSync(file) && readFileSync(file, 'utf8').split('\n')[7]?.trim() === 'ready'
  const command = unprivileged('postgres', '-c', 'listen_addresses=', '-k', directory, '-D', data)
  return start(directory, command, ready, `postgres://app@/postgres?host=${directory}`)
}

function place(): string {
  return mkdtempSync(join(tmpdir(), 'open-platform-'))
}

type Command = [program: string, flags: string[]]

/** Ends with the process that started it, which is the test's. */
function endingWithTheTest(program: string, ...flags: string[]): Command {
  return ['setpriv', ['--pdeathsig', 'KILL', program, ...flags]]
}

/** PostgreSQL refuses to run as root. */
function unprivileged(program: string, ...flags: string[]): Command {
  const other = process.getuid?.() === 0 ? ['--reuid', 'postgres', '--regid', 'postgres', '--clear-groups'] : []
  return ['setpriv', ['--pdeathsig', 'KILL', ...other, program, ...flags]]
}

async function start(directory: string, [program, flags]: Command, ready: () => Promise<boolean>, address: string): Promise<Server> {
  const child = spawn(program, flags, { stdio: ['ignore', 'pipe', 'pipe'] })
  let log = ''
  for (const stream of [child.stdout!, child.stderr!]) stream.on('data', (text) => (log += text))
  const deadline = Date.now() + 60_000
  while (!(await ready())) {
    if (child.exitCode !== null || Date.now() > deadline) throw new Error(`${program} does not start: ${log}`)
    await pause(10)
  }
  return { address, [Symbol.asyncDispose]: () => stop(child, directory) }
}

async function stop(child: ChildProcess, directory: string): Promise<void> {
  await new Promise((resolve) => {
    child.once('close', resolve)
    child.kill('SIGKILL')
  })
  rmSync(directory, { recursive: true, force: true })
}

async function answers(socket: string): Promise<boolean> {
  return new Promise((resolve) => {
    const client = connect(socket, () => client.write('PING\r\n'))
    client.on('data', (answer) => (resolve(`${answer}`.startsWith('+PONG')), client.destroy())).on('error', () => resolve(false))
  })
}
