package io.github.openplatformsdk.ktor

import io.ktor.server.application.PipelineCall
import io.ktor.server.netty.NettyApplicationCall
import io.netty.buffer.Unpooled
import io.netty.channel.ChannelFutureListener

/**
 * Whether a call came through Ktor's Netty engine. Only then may the object [Netty] be used: apps with another engine do not
 * have Netty's classes.
 */
internal fun isOfNetty(call: PipelineCall): Boolean = call::class.java.name.startsWith("io.ktor.server.netty.")

/** Holds the code that needs Netty's classes, so that other apps do not load them. */
internal object Netty {
    /** Closes the connection after the response is sent. Otherwise the engine would read the rest of the request. */
    fun close(call: PipelineCall) {
        val netty = call as NettyApplicationCall
        netty.responseWriteJob.invokeOnCompletion {
            netty.context.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(ChannelFutureListener.CLOSE)
        }
    }
}
