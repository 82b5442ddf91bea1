package io.github.openplatformsdk

import kotlin.io.path.Path
import kotlin.io.path.appendText

/**
 * Notes quantities of a fault, or of a [part] of it, for the table at the end of `tests/run`; `tests/faults.tsv` says what is
 * asked. Only `tests/run` names a folder for it.
 */
fun measured(fault: String, part: String, vararg quantities: Pair<String, Number>) {
    val folder = System.getenv("OPEN_PLATFORM_FAULTS") ?: return
    val lines = quantities.joinToString("") { (quantity, value) -> "$fault\t$part\t$quantity\t$value\n" }
    Path(folder, "kotlin.tsv").also { if (!it.toFile().exists()) it.toFile().createNewFile() }.appendText(lines)
}
