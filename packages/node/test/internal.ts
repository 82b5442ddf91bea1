/** What the package keeps to itself. It is tested as it is installed, so it comes from there. */
export { guard, native } from '../node_modules/open-platform/dist/native.js'
