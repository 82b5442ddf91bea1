package io.github.openplatformsdk.ktor

import io.ktor.server.application.PipelineCall
import io.ktor.server.netty.NettyApplicationCall
import io.netty.buffer.Unpooled
import io.netty.channel.ChannelFutureListener

/**
 * Whether a call came by Ktor's engine with Netty. Only then may [Netty] be used: other apps do not have
 * its classes.
 */
internal fun isOfNetty(call: PipelineCall): Boolean = call::class.java.name.startsWith("io.ktor.server.netty.")

/** The functions that need Netty's classes, in a class of their own. */
internal object Netty {
    /** Closes the connection once the answer is sent: the engine would wait for the rest of the request, however slow. */
    fun close(call: PipelineCall) {
        val netty = call as NettyApplicationCall
        netty.responseWriteJob.invokeOnCompletion {
            netty.context.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(ChannelFutureListener.CLOSE)
        }
    }
}
