// Measures the CPU time per operation and the memory of this process.

const WARM_UP = 0.6;
const MEASURED = 1.0;

/** CPU time (user and system, all threads) of this process, in seconds. */
export function cpu() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

/**
 * Prints the CPU time per operation. `batch` performs operations and resolves to their number. It gets the result of `prepare`,
 * whose time does not count.
 */
export async function report(batch, prepare = () => undefined) {
  const run = async (budget) => {
    let operations = 0;
    let spent = 0;
    while (spent < budget) {
      const prepared = prepare();
      const start = cpu();
      operations += await batch(prepared);
      spent += cpu() - start;
    }
    return (spent * 1e6) / operations;
  };
  await run(WARM_UP);
  console.log(JSON.stringify({ micro_seconds: await run(MEASURED) }));
}

/** The peak memory of this process, in MiB. */
export const peak = () => process.resourceUsage().maxRSS / 1024;

/** The current memory of this process, in MiB. */
export const resident = () => process.memoryUsage.rss() / 2 ** 20;
