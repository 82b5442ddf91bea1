package io.github.openplatformsdk.testing

import io.github.openplatformsdk.OpenPlatform
import java.lang.reflect.Method
import kotlinx.coroutines.runBlocking
import org.junit.jupiter.api.extension.AfterAllCallback
import org.junit.jupiter.api.extension.AfterEachCallback
import org.junit.jupiter.api.extension.ExtensionContext
import org.junit.jupiter.api.extension.ParameterContext
import org.junit.jupiter.api.extension.ParameterResolver

/**
 * For JUnit: methods of tests get a [World] of their own and a client of its app, an [OpenPlatform], as parameters.
 * The client is closed and the world deleted when the test has ended. Methods with `@BeforeEach` get those of their test, one with
 * `@BeforeAll` those of all tests of its class.
 *
 * ```kotlin
 * @ExtendWith(SandboxExtension::class)
 * class AppTest {
 *     @Test
 *     fun `a post is read`(world: World, platform: OpenPlatform): Unit = runBlocking {
 *         val token = world.posts("seller").first().token
 *         assertEquals(token, platform.posts.get(token).token)
 *     }
 * }
 * ```
 *
 * This library does not contain JUnit.
 */
public class SandboxExtension : ParameterResolver, AfterEachCallback, AfterAllCallback {
    override fun supportsParameter(parameter: ParameterContext, context: ExtensionContext): Boolean =
        parameter.declaringExecutable is Method &&
            (parameter.parameter.type == World::class.java || parameter.parameter.type == OpenPlatform::class.java)

    override fun resolveParameter(parameter: ParameterContext, context: ExtensionContext): Any {
        val tested = context.store.get(KEY, Tested::class.java)
            ?: runBlocking { Tested.begin() }.also { context.store.put(KEY, it) }
        return if (parameter.parameter.type == World::class.java) tested.world else tested.platform
    }

    override fun afterEach(context: ExtensionContext): Unit = end(context)

    override fun afterAll(context: ExtensionContext): Unit = end(context)

    private fun end(context: ExtensionContext) {
        context.store.remove(KEY, Tested::class.java)?.let { runBlocking { it.end() } }
    }

    private val ExtensionContext.store: ExtensionContext.Store
        get() = getStore(ExtensionContext.Namespace.create(SandboxExtension::class.java))

    private companion object {
        const val KEY = "tested"
    }
}
