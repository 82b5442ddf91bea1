#!/usr/bin/env node
// The command `open-platform` from npm. As a module it is the path of the program that was built for this machine, from
// the package that npm installs with this one. As a command it is that program.
'use strict';

const { spawn } = require('node:child_process');
const { constants } = require('node:os');

/** The packages that this machine may have. That of musl runs on every Linux: some package managers install both. */
function packages() {
  const name = `open-platform-cli-${process.platform}-${process.arch}`;
  if (process.platform === 'win32') return [`${name}-msvc`];
  return process.platform === 'linux' ? [`${name}-musl`, `${name}-gnu`] : [name];
}

function find() {
  for (const name of packages()) {
    try {
      return require.resolve(name);
    } catch {
      // The next one may be there.
    }
  }
  throw new Error(
    `open-platform-cli: ${packages().join(' or ')} is not installed. If this system is supported, install again on it, ` +
      'and not with `--omit=optional`; else `cargo install --path packages/cli` in a copy of the repository builds the command.',
  );
}

function run(program, args) {
  // Where Node can do that, the program takes the place of this process.
  if (process.execve && process.platform !== 'win32') process.execve(program, [program, ...args]);
  const child = spawn(program, args, { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    // Windows tells both of Ctrl-C, and knows no other way to send a signal than to end a process.
    process.on(signal, () => process.platform === 'win32' || child.kill(signal));
  }
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? 128 + constants.signals[signal];
  });
}

module.exports = find();
if (require.main === module) run(module.exports, process.argv.slice(2));
