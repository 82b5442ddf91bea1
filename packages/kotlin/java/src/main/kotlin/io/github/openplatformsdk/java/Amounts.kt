// Made from the core by `cargo run -p open-platform-generator`. Do not edit.
@file:OptIn(ExperimentalStdlibApi::class)

package io.github.openplatformsdk.java

import io.github.openplatformsdk.*

/** Reads the amounts of money in data types: `Amounts.value(price).getTomans()`. */
public object Amounts {
    /** What the app charged. Replaced by `cost`. */
    @JvmStatic
    @JvmExposeBoxed
    public fun verificationCost(of: LegacyUserAddon): Rials? = of.verificationCost

    /** What the app charged. Replaced by `cost`. */
    @JvmStatic
    @JvmExposeBoxed
    public fun verificationCost(of: LegacyVerification): Rials? = of.verificationCost

    /** What the app charged. 10 rial are 1 toman. */
    @JvmStatic
    @JvmExposeBoxed
    public fun cost(of: UserAddon): Rials? = of.cost

    /** The amount. */
    @JvmStatic
    @JvmExposeBoxed
    public fun cost(of: Transaction): Rials? = of.cost

    /** The smallest amount. */
    @JvmStatic
    @JvmExposeBoxed
    public fun min(of: TomanRange): Tomans? = of.min

    /** The largest amount. */
    @JvmStatic
    @JvmExposeBoxed
    public fun max(of: TomanRange): Tomans? = of.max

    /** The rent of a day. 1 toman is 10 rial. */
    @JvmStatic
    @JvmExposeBoxed
    public fun dailyRent(of: RealEstateFields): Tomans? = of.dailyRent

    /**
     * The price. It is zero if the platform omits it. A price that cannot be read is not zero: the service is absent
     * then.
     */
    @JvmStatic
    @JvmExposeBoxed
    public fun cost(of: ServicePrice): Rials = of.cost

    /** What was paid. */
    @JvmStatic
    @JvmExposeBoxed
    public fun cost(of: PostReordered): Rials? = of.cost

    /** What was paid. */
    @JvmStatic
    @JvmExposeBoxed
    public fun amount(of: PromotionPayment): Rials? = of.amount

    /** The amount. It is zero if the platform omits it. */
    @JvmStatic
    @JvmExposeBoxed
    public fun balance(of: Balance): Rials = of.balance

    /** What the user paid. */
    @JvmStatic
    @JvmExposeBoxed
    public fun amount(of: PaymentReport): Rials = of.amount

    /** The app's profit in it. */
    @JvmStatic
    @JvmExposeBoxed
    public fun profit(of: PaymentReport): Rials = of.profit

    /** The amount. 1 toman is 10 rial. */
    @JvmStatic
    @JvmExposeBoxed
    public fun value(of: Price): Tomans? = of.value

    /** What the app charged. 10 rial are 1 toman. */
    @JvmStatic
    @JvmExposeBoxed
    public fun cost(of: SemanticRecord): Rials? = of.cost

    /** What the app charged. 10 rial are 1 toman. */
    @JvmStatic
    @JvmExposeBoxed
    public fun cost(of: UserIdSemanticRecord): Rials? = of.cost

    /** What the service costs, in rial: at most 2,147,483,647, because the platform reads 32 bits. */
    @JvmStatic
    @JvmExposeBoxed
    public fun serviceCost(of: TicketCheck): Rials = of.serviceCost
}
