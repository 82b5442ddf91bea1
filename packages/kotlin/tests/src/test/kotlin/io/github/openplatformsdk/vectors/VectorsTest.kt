package io.github.openplatformsdk.vectors

import kotlin.io.path.div
import kotlin.io.path.listDirectoryEntries
import kotlin.io.path.nameWithoutExtension
import kotlin.io.path.readText
import org.junit.jupiter.api.AfterAll
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Test
import org.junit.jupiter.api.TestInstance

/** Judges files of `tests/vectors`. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class Vectors {
    @AfterAll
    fun table() = Results.write()
}

class VectorsTest {
    @Test
    fun `every file has a runner`() {
        val sources = repository / "packages" / "kotlin" / "tests" / "src" / "test" / "kotlin" / "io" / "github" / "openplatformsdk" / "vectors"
        val judged = sources.listDirectoryEntries("*.kt").flatMap { file ->
            Regex("judge\\(\"(\\w+)\"").findAll(file.readText()).map { it.groupValues[1] }
        }.distinct()
        val files = (repository / "tests" / "vectors").listDirectoryEntries("*.json").map { it.nameWithoutExtension }
        // AdaptersTest judges the cases of an app in a web server.
        assertEquals(files.sorted() - "adapters", judged.sorted())
    }
}
