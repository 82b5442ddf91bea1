import com.sun.management.OperatingSystemMXBean
import java.lang.management.ManagementFactory

/** CPU time of the warm-up, after which the JIT compiler has finished, and of the measurement, in nanoseconds. */
private const val WARM_UP = 20_000_000_000
private const val MEASURED = 3_000_000_000

/** That of the warm-up of a server, which has much more code to compile. */
internal const val SERVER_WARM_UP = 3 * WARM_UP

/** The CPU time per operation, in microseconds. [batch] performs operations and returns their number. */
internal fun microSeconds(batch: () -> Int): Double = microSeconds({}, WARM_UP) { batch() }

/** The same, after [warmUp] nanoseconds. [batch] gets the result of [prepare], whose time does not count. */
internal fun <T> microSeconds(prepare: () -> T, warmUp: Long, batch: (T) -> Int): Double {
    fun run(time: Long): Double {
        var operations = 0
        var spent = 0L
        while (spent < time) {
            val prepared = prepare()
            val start = processTime()
            operations += batch(prepared)
            spent += processTime() - start
        }
        return spent / 1e3 / operations
    }
    run(warmUp)
    return run(MEASURED)
}

/** The CPU time of all threads of this process, in nanoseconds. */
private fun processTime(): Long = (ManagementFactory.getOperatingSystemMXBean() as OperatingSystemMXBean).processCpuTime
