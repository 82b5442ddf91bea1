// Writes src/testing/admin.ts: the types of the sandbox's admin API, from the OpenAPI description that the sandbox serves.
//
//   node scripts/admin-types.mjs path/to/open-platform            writes the file
//   node scripts/admin-types.mjs path/to/open-platform --check    fails if the file is not current
import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';

const file = new URL('../src/testing/admin.ts', import.meta.url);
const [binary, mode] = process.argv.slice(2);
const text = print(await description(binary));
if (mode !== '--check') {
  writeFileSync(file, text);
} else if (readFileSync(file, 'utf8') !== text) {
  console.error('src/testing/admin.ts is not what the sandbox describes: run scripts/admin-types.mjs');
  process.exitCode = 1;
}

async function description(binary) {
  const sandbox = spawn(binary, ['sandbox', '--stop-with-stdin'], { stdio: ['pipe', 'pipe', 'inherit'] });
  const [line] = await once(sandbox.stdout.setEncoding('utf8'), 'data');
  const response = await fetch(`${JSON.parse(line).admin}/openapi.json`);
  const api = await response.json();
  sandbox.stdin.end();
  return api;
}

function print({ components }) {
  const types = Object.entries(components.schemas).map(([name, schema]) => {
    return `${doc(schema.description, '')}export type ${name} = ${type(schema, '')};\n`;
  });
  return `// Written by scripts/admin-types.mjs.\n\n${types.join('\n')}`;
}

function doc(description, indent) {
  const lines = description?.split('\n') ?? [];
  if (lines.length < 2) return lines.map((line) => `${indent}/** ${line} */\n`).join('');
  return `${indent}/**\n${lines.map((line) => `${indent} * ${line}`.trimEnd() + '\n').join('')}${indent} */\n`;
}

function type(schema, indent) {
  if (schema.$ref) return schema.$ref.split('/').at(-1);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (schema.oneOf) return schema.oneOf.map((one) => type(one, indent)).join(' | ');
  if (schema.allOf) return schema.allOf.map((one) => part(one, indent)).join(' & ');
  const kinds = [schema.type ?? 'unknown'].flat();
  return kinds.map((kind) => plain(kind, schema, indent)).join(' | ');
}

function plain(kind, schema, indent) {
  switch (kind) {
    case 'integer':
      return 'number';
    case 'array':
      return `${part(schema.items, indent)}[]`;
    case 'object':
      return object(schema, indent);
    default:
      return kind;
  }
}

function object({ properties, required = [] }, indent) {
  if (!properties) return 'Record<string, unknown>';
  const inner = `${indent}  `;
  const members = Object.entries(properties).map(([name, schema]) => {
    const mark = required.includes(name) ? '' : '?';
    return `${doc(schema.description, inner)}${inner}${name}${mark}: ${type(schema, inner)};\n`;
  });
  return `{\n${members.join('')}${indent}}`;
}

/** The type as an operand of another type, in parentheses if needed. */
function part(schema, indent) {
  const text = type(schema, indent);
  return schema.oneOf || schema.allOf || schema.enum || Array.isArray(schema.type) ? `(${text})` : text;
}
