/** The receiver of the test `a_flood_is_accepted_or_refused_in_bounded_memory_and_no_acknowledged_event_is_lost` in
 * `core/tests/inbox/limits.rs`, which describes its variables: `node:http` with an inbox. */
import { createServer } from 'node:http'
import process from 'node:process'

import { createHooks, OpenPlatform } from 'open-platform'

const { STORE, STORE_KEY, IDENTIFICATION_KEY, CAPACITY, PORT } = process.env
const platform = new OpenPlatform({ store: STORE!, storeKeys: [STORE_KEY!] })
// No event leaves the inbox during the test.
const hooks = createHooks({ platform, keys: IDENTIFICATION_KEY!, inbox: { capacity: Number(CAPACITY) }, workers: 1 })
  .on('post_update', () => new Promise<void>(() => {}))
void hooks.run()
createServer(hooks.node('/')).listen(Number(PORT), '127.0.0.1', () => console.log(`READY ${process.pid}`))
process.stdin.on('end', () => process.exit()).resume()
