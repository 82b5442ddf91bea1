package io.github.openplatformsdk

import java.io.ByteArrayOutputStream
import java.io.File
import java.io.PrintStream
import kotlin.io.path.createTempDirectory
import kotlin.io.path.deleteRecursively
import kotlin.io.path.div
import kotlin.io.path.writeText
import org.jetbrains.kotlin.cli.common.ExitCode
import org.jetbrains.kotlin.cli.jvm.K2JVMCompiler
import org.junit.jupiter.api.Assertions.assertEquals

/** The Kotlin compiler, with everything on the class path that the tests have. */
object Compiler {
    // Maven names folders that this module has not, and the compiler warns of those.
    private val classPath = System.getProperty("java.class.path").split(File.pathSeparator).filter { File(it).exists() }

    /** What the compiler says of a source, or of several by their names; without errors an empty list. */
    fun errors(sources: Map<String, String>, vararg options: String, warn: Boolean = false): List<String> {
        val folder = createTempDirectory("open-platform-")
        try {
            val files = sources.map { (name, text) -> (folder / name).apply { writeText(text.trimIndent()) }.toString() }
            val said = ByteArrayOutputStream()
            val code = K2JVMCompiler().exec(
                PrintStream(said),
                "-no-stdlib", "-no-reflect", "-jvm-target", "17", *if (warn) arrayOf() else arrayOf("-nowarn"),
                "-classpath", classPath.joinToString(File.pathSeparator),
                "-d", (folder / "classes").toString(), *options, *files.toTypedArray(),
            )
            val errors = said.toString().lines().filter { Regex("(^|: )(error|warning): ").containsMatchIn(it) }
            check((code == ExitCode.OK) == errors.isEmpty()) { "$code: $said" }
            return errors
        } finally {
            @OptIn(kotlin.io.path.ExperimentalPathApi::class)
            folder.deleteRecursively()
        }
    }

    /** Compiles a source, which must work. */
    fun mustCompile(source: String) = assertEquals(emptyList<String>(), errors(mapOf("Source.kt" to source)))
}
