/** What the package keeps to itself. It is tested as it is installed, so it comes from there. */
import { createRequire } from 'node:module'

type Internal = typeof import('../node_modules/open-platform/types/native.js')

export const { call, guard, native } = createRequire(import.meta.url)('../node_modules/open-platform/dist/native.js') as Internal
