package io.github.openplatformsdk

import io.github.openplatformsdk.ktor.openPlatformHooks
import io.ktor.server.netty.Netty
import io.ktor.server.engine.embeddedServer
import io.ktor.server.routing.routing

/**
 * The receiver of the test `a_flood_is_accepted_or_refused_in_bounded_memory_and_no_acknowledged_event_is_lost` in
 * `core/tests/inbox/limits.rs`, which describes its variables: Ktor and Netty, with an inbox.
 */
fun main() {
    val options = InboxOptions(capacity = System.getenv("CAPACITY").toLong())
    val inbox = Inbox.open(System.getenv("STORE"), System.getenv("STORE_KEY"), options = options)
    val hooks = Hooks(keys = listOf(IdentificationKey("now", System.getenv("IDENTIFICATION_KEY"))), inbox = inbox)
    embeddedServer(Netty, port = System.getenv("PORT").toInt(), host = "127.0.0.1") { routing { openPlatformHooks(hooks) } }
        .start()
    println("READY ${ProcessHandle.current().pid()}")
    while (readlnOrNull() != null) continue
    Runtime.getRuntime().halt(0)
}
