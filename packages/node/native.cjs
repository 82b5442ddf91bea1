// Loads the add-on that was built for this machine: from beside this file in a checkout, else from the package of the
// platform, which npm installs with this one.
'use strict';

const { existsSync } = require('node:fs');
const { join } = require('node:path');

/** The names that this machine may have in packages, such as `linux-x64-gnu`. npm installs the one that fits. */
function machines() {
  const name = `${process.platform}-${process.arch}`;
  if (process.platform === 'win32') return [`${name}-msvc`];
  return process.platform === 'linux' ? [`${name}-gnu`, `${name}-musl`] : [name];
}

function load() {
  const failures = [];
  for (const name of machines()) {
    const local = join(__dirname, `open-platform.${name}.node`);
    try {
      return require(existsSync(local) ? local : `open-platform-${name}`);
    } catch (failure) {
      failures.push(failure);
    }
  }
  throw new AggregateError(
    failures,
    `open-platform: no add-on for ${machines().join(' or ')} can be loaded. ` +
      'If this system is supported, install again on it, and not with `--omit=optional`.',
  );
}

module.exports = load();
