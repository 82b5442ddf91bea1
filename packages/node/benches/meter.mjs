// Measures the CPU time per operation and the memory of this process.

const WARM_UP = 0.6;
const MEASURED = 1.0;

/** CPU (user and system, all threads) of this process so far, in seconds. */
export function cpu() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

/** Prints the CPU per operation. `batch` does some and resolves to how many. */
export async function report(batch) {
  const run = async (budget) => {
    const start = cpu();
    let operations = 0;
    let spent = 0;
    while (spent < budget) {
      operations += await batch();
      spent = cpu() - start;
    }
    return (spent * 1e6) / operations;
  };
  await run(WARM_UP);
  console.log(JSON.stringify({ micro_seconds: await run(MEASURED) }));
}

/** The most memory this process ever had, in MiB. */
export const peak = () => process.resourceUsage().maxRSS / 1024;

/** The memory of this process now, in MiB. */
export const resident = () => process.memoryUsage.rss() / 2 ** 20;
