/** Helpers for the tests of the native boundary: a server that never responds, and programs in processes of their own. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { fileURLToPath } from 'node:url'

/** Where this application is, so that its programs find the package. */
const APP = fileURLToPath(new URL('../..', import.meta.url))

/** A server that takes every connection, listens, and never says a word. */
export async function silence() {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => {}).on('data', () => server.emit('word')))
    server.emit('visit')
  })
  const hangUp = () => sockets.forEach((socket) => socket.destroy())
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Resolves at the next connection. */
    visit: () => once(server, 'visit'),
    /** Resolves when the next word of a peer has come. */
    word: () => once(server, 'word'),
    /** Ends every connection. */
    hangUp,
    async [Symbol.asyncDispose]() {
      hangUp()
      server.close()
      await once(server, 'close')
    },
  }
}

export interface Ended {
  code: number | null
  signal: string | null
  output: string
  complaints: string
  seconds: number
}

/** Runs a program in a process of its own until it ends; one that does not is killed. */
export async function run(program: string, flags: string[] = []): Promise<Ended> {
  const start = performance.now()
  const child = spawn(process.execPath, [...flags, '--input-type=module', '--eval', program], { cwd: APP, timeout: 600_000 })
  let [output, complaints] = ['', '']
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (complaints += text))
  const [code, signal] = (await once(child, 'close')) as [number | null, string | null]
  return { code, signal, output: output.trim(), complaints, seconds: (performance.now() - start) / 1000 }
}

/** Runs a program until it ends, and measures how long it stayed after its first line: without what it takes to start. */
export async function runToTheEnd(program: string): Promise<Ended & { stayed: number }> {
  const it = await run(`
    const write = console.log
    let since
    console.log = (...words) => (write(...words), (since ??= performance.now()))
    process.on('exit', () => write(performance.now() - since))
    ${program}
  `)
  const lines = it.output.split('\n')
  const stayed = Number(lines.pop()) / 1000
  return { ...it, output: lines.join('\n'), stayed }
}
