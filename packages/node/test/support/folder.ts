import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'

/** A folder that is gone after the test that asks for it, or after those of its file. */
export function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'open-platform-'))
  // A store may be about to write there still.
  after(() => rmSync(path, { recursive: true, force: true, maxRetries: 10 }))
  return path
}
