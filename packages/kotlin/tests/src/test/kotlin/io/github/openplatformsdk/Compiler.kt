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

/** The Kotlin compiler, with the class path of the tests. */
object Compiler {
    // Maven's class path has folders that do not exist in this module, and the compiler warns about them.
    private val classPath = System.getProperty("java.class.path").split(File.pathSeparator).filter { File(it).exists() }

    /** The messages of the compiler for one source, or for several by name. The list is empty if there are none. */
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

    /** Compiles a source, and fails if there are messages. */
    fun mustCompile(source: String) = assertEquals(emptyList<String>(), errors(mapOf("Source.kt" to source)))
}
