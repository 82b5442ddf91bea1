package io.github.openplatformsdk

import io.github.openplatformsdk.ffi.NoticeListener
import io.github.openplatformsdk.ffi.listenToNotices

/** Writes what no call reports to the log, such as warnings about a store and dead letters. */
internal object Notices {
    init {
        listenToNotices(
            object : NoticeListener {
                override fun notice(text: String) = logger.log(System.Logger.Level.WARNING, "{0}", text)
            },
        )
    }

    /** From the first call on. */
    fun listen(): Unit = Unit
}
