// Loads the native library for this machine: from the package of the platform, which npm installs with this one, or in a checkout
// from the folder of this file. Every name is a literal inside `try`: bundlers and file tracers cannot follow computed names,
// and tolerate a missing package only there.
'use strict';

const MACHINES = [
  'darwin-arm64', 'darwin-x64', 'linux-arm64-gnu', 'linux-arm64-musl', 'linux-x64-gnu', 'linux-x64-musl', 'win32-x64-msvc',
];
const PAGE = 'The page "Bundlers, serverless, Next" (BUNDLERS.md in the package open-platform) tells how.';

module.exports = load();

function load() {
  const system = `${process.platform}-${process.arch}`;
  const machines = MACHINES.filter((machine) => machine === system || machine.startsWith(`${system}-`));
  const failures = [];
  for (const machine of machines) {
    try {
      switch (machine) {
        case 'darwin-arm64': return require('open-platform-darwin-arm64');
        case 'darwin-x64': return require('open-platform-darwin-x64');
        case 'linux-arm64-gnu': return require('open-platform-linux-arm64-gnu');
        case 'linux-arm64-musl': return require('open-platform-linux-arm64-musl');
        case 'linux-x64-gnu': return require('open-platform-linux-x64-gnu');
        case 'linux-x64-musl': return require('open-platform-linux-x64-musl');
        case 'win32-x64-msvc': return require('open-platform-win32-x64-msvc');
      }
    } catch (error) {
      failures.push({ machine, error });
    }
  }
  const addon = fromCheckout(system, machines);
  if (addon) return addon;
  const causes = failures.map(({ error }) => error);
  throw new AggregateError(causes, `open-platform: ${reason(system, failures)}`);
}

/** The library in the folder of this file, where it was built, for any system. */
function fromCheckout(system, machines) {
  if (isBundled()) return undefined;
  const { join } = require('node:path');
  const files = [...machines, system].map((machine) => join(__dirname, `open-platform.${machine}.node`));
  const file = files.find(require('node:fs').existsSync);
  if (!file) return undefined;
  const module = { exports: {} };
  process.dlopen(module, file);
  return module.exports;
}

/** The reason why there is no library, and the remedy. */
function reason(system, failures) {
  if (failures.length === 0) {
    return `there is no native library for ${system}: it is built for ${MACHINES.join(', ')}.`;
  }
  const own = failures.find(({ machine }) => machine.endsWith(`-${libc()}`)) ?? failures[0];
  const name = `open-platform-${own.machine}`;
  if (isFound(own.error)) {
    const why = `the native library, ${name}, cannot be loaded: ${own.error?.message}`;
    return isBundled() ? `${why}. This program was bundled. ${PAGE}` : why;
  }
  const other = failures.find(({ error }) => isFound(error));
  if (other) {
    return `open-platform-${other.machine} is installed, but this system has ${libc() === 'musl' ? 'musl' : 'glibc'} and ` +
      `needs ${name}: node_modules comes from another system. Install on this one.`;
  }
  if (isBundled()) {
    return `the native library for ${own.machine} is not beside this bundled program: the bundler left it out, or ran on ` +
      `another kind of system. ${PAGE}`;
  }
  // Node found the package but not its file.
  if (own.error.path) {
    return `the package ${name} is here without its file open-platform.node: what copied node_modules left it out. ${PAGE}`;
  }
  return `the package ${name} is not installed. It is an optional dependency: install without \`--omit=optional\` and ` +
    `\`--no-optional\`, on the system that the program runs on. If a tool has copied node_modules, it left the package out. ${PAGE}`;
}

function isFound(error) {
  return error?.code !== 'MODULE_NOT_FOUND' && error?.code !== 'ERR_MODULE_NOT_FOUND';
}

function isBundled() {
  return typeof __filename === 'undefined' || !/[\\/]native\.cjs$/.test(__filename);
}

/** The C library of this system, if there are several. Only called after a failure, because it takes milliseconds. */
function libc() {
  if (process.platform !== 'linux') return undefined;
  return process.report.getReport().header.glibcVersionRuntime ? 'gnu' : 'musl';
}
