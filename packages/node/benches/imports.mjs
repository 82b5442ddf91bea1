// Measures the cost of importing modules:
//
//     imports.mjs MODULE...          prints {"ms": CPU time, "mib": memory}, both without those of the interpreter

import { cpu, resident } from './measure.mjs';

const [start, memory] = [cpu(), resident()];
for (const module of process.argv.slice(2)) await import(module);
console.log(JSON.stringify({ ms: (cpu() - start) * 1000, mib: resident() - memory }));
