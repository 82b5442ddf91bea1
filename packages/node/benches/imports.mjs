// What importing costs over the bare interpreter:
//
//     imports.mjs MODULE...          prints {"ms": CPU, "mib": memory}

import { cpu, resident } from './meter.mjs';

const [start, memory] = [cpu(), resident()];
for (const module of process.argv.slice(2)) await import(module);
console.log(JSON.stringify({ ms: (cpu() - start) * 1000, mib: resident() - memory }));
