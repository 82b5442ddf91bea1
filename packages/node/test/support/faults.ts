/** The table of faults at the end of `tests/run`: a test notes what it measured, and `tests/faults.tsv` says what is asked. */
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'

/** Notes quantities of a fault, or of a part of it. Only `tests/run` names a folder for it. */
export function measured(fault: string, part: string, quantities: Record<string, number>) {
  const folder = process.env['OPEN_PLATFORM_FAULTS']
  if (folder === undefined) return
  const lines = Object.entries(quantities).map(([quantity, value]) => `${fault}\t${part}\t${quantity}\t${value}\n`)
  appendFileSync(join(folder, 'node.tsv'), lines.join(''))
}
