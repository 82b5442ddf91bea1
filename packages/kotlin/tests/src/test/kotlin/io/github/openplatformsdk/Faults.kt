package io.github.openplatformsdk

import kotlin.io.path.Path
import kotlin.io.path.appendText

/**
 * Records measurements about a fault, or about a [part] of it, for the table at the end of `tests/run`; `tests/faults.tsv` has the
 * limits. Without `tests/run`, which sets the folder, it does nothing.
 */
fun measured(fault: String, part: String, vararg quantities: Pair<String, Number>) {
    val folder = System.getenv("OPEN_PLATFORM_FAULTS") ?: return
    val lines = quantities.joinToString("") { (quantity, value) -> "$fault\t$part\t$quantity\t$value\n" }
    Path(folder, "kotlin.tsv").also { if (!it.toFile().exists()) it.toFile().createNewFile() }.appendText(lines)
}
