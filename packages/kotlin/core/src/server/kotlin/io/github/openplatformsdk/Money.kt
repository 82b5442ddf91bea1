@file:JvmName("Money")

package io.github.openplatformsdk

import io.github.openplatformsdk.ffi.rialsToTomans
import io.github.openplatformsdk.ffi.tomansToRials

/** The amount in toman; what is less than one toman is left out. */
public fun Rials.toTomans(): Tomans = rialsToTomans(this)

/** The amount in rial. 1 toman is 10 rial. */
public fun Tomans.toRials(): Rials = tomansToRials(this)

/** The sum of two amounts of one unit. A sum beyond the range of 64 bits becomes the nearest amount. */
public operator fun Rials.plus(other: Rials): Rials {
    val sum = rials + other.rials
    val isBeyond = (rials < 0) == (other.rials < 0) && (sum < 0) != (rials < 0)
    return if (isBeyond) nearest(rials) else Rials(sum)
}

/** The difference of two amounts of one unit. A difference beyond the range of 64 bits becomes the nearest amount. */
public operator fun Rials.minus(other: Rials): Rials {
    val difference = rials - other.rials
    val isBeyond = (rials < 0) != (other.rials < 0) && (difference < 0) != (rials < 0)
    return if (isBeyond) nearest(rials) else Rials(difference)
}

/** The largest or the smallest amount, whichever has the sign of a number. */
private fun nearest(number: Long) = Rials(if (number < 0) Long.MIN_VALUE else Long.MAX_VALUE)

/** Compares two amounts of one unit. */
public operator fun Rials.compareTo(other: Rials): Int = rials.compareTo(other.rials)

/**
 * A new id for a payment: a random UUID of version 4. Keep it until the outcome of the payment is known, because a payment is
 * repeated with the same id.
 */
public fun newPaymentId(): String = translated { io.github.openplatformsdk.ffi.newPaymentId() }

/** The documented problem that the message of a refused ticket names, if it is one. */
public fun ticketProblem(message: String): TicketProblem? = translated { io.github.openplatformsdk.ffi.ticketProblem(message) }
