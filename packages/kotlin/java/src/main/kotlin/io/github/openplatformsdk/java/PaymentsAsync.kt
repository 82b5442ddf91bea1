// Made from the core by `cargo run -p open-platform-generator`. Do not edit.
package io.github.openplatformsdk.java

import io.github.openplatformsdk.*
import java.time.Duration
import java.util.concurrent.CompletableFuture
import java.util.function.Consumer
import java.util.stream.Stream

/** The app's balance and its transactions. From `OpenPlatformAsync.payments`. */
public class PaymentsAsync internal constructor(private val calls: Payments, private val futures: Futures) {
    /**
     * Reads the app's balance, in rial.
     *
     * Key permission `BALANCE_RETRIEVE`. Newer than the specification. Source: `docs/platform.md#balance`.
     *
     * @param timeout The time limit of the call, instead of the one in the settings.
     */
    @JvmOverloads
    public fun balance(timeout: Duration? = null): CompletableFuture<Balance> =
        futures.of { calls.balance(timeout.inKotlin()) }

    /**
     * Lists the app's transactions, the newest first, a page at a time. To read the next page, pass the `nextPageToken`
     * of this one; the last page has none. `iterateTransactions` does this for all pages. The platform may send an
     * empty page after the last transaction: it counts as the last one, whatever its token. Any other page whose
     * `nextPageToken` is its own is an error, because the list would never end.
     *
     * Key permission `TRANSACTION_LIST`. Newer than the specification. Source: `docs/platform.md#transactions`.
     *
     * @param query Which page of the transactions: by default the newest.
     * @param timeout The time limit of the call, instead of the one in the settings.
     */
    @JvmOverloads
    public fun transactions(
        query: TransactionQuery = TransactionQuery(),
        timeout: Duration? = null,
    ): CompletableFuture<TransactionPage> =
        futures.of { calls.transactions(query, timeout.inKotlin()) }

    /** Like the other [transactions], but builds `query`. */
    @JvmOverloads
    public fun transactions(
        query: Consumer<TransactionQueryBuilder>,
        timeout: Duration? = null,
    ): CompletableFuture<TransactionPage> =
        futures.of { calls.transactions(TransactionQueryBuilder().built(query), timeout.inKotlin()) }

    /**
     * The transactions of all pages, one after the other: [transactions] for each page.
     *
     * Nothing is sent before the first item is asked for, and the next page only after the items of the page before
     * were taken. The iteration ends with the first error. A page with an item that cannot be read gives the others
     * first, and then the error.
     *
     * The function is called for one after the other. What it throws ends the iteration.
     *
     * @param query Which page of the transactions: by default the newest.
     * @param action The function.
     * @param timeout The time limit of each page, instead of the one in the settings.
     */
    @JvmOverloads
    public fun iterateTransactions(
        query: TransactionQuery,
        action: Consumer<Transaction>,
        timeout: Duration? = null,
    ): CompletableFuture<Void?> =
        futures.done { calls.iterateTransactions(query, timeout.inKotlin()).collect(action::accept) }

    /**
     * Like the other [iterateTransactions], as a stream. Taking an item may wait for a page, and may throw. Close it.
     */
    @JvmOverloads
    public fun iterateTransactions(
        query: TransactionQuery = TransactionQuery(),
        timeout: Duration? = null,
    ): Stream<Transaction> =
        futures.stream(calls.iterateTransactions(query, timeout.inKotlin()))

    /**
     * Reads a transaction by the id that the app chose for it, for example after the response to a payment was lost.
     *
     * It ends with [NotFoundException] if there is none yet. That does not prove that nothing was or will be paid:
     * repeat the payment with the same id.
     *
     * Key permission `TRANSACTION_RETRIEVE`. Newer than the specification. Source: `docs/platform.md#transactions`.
     *
     * @param id The id that the creation of the add-on returned, or that the app chose for the transaction.
     * @param timeout The time limit of the call, instead of the one in the settings.
     */
    @JvmOverloads
    public fun transaction(id: RecordId, timeout: Duration? = null): CompletableFuture<Transaction> =
        futures.of { calls.transaction(id, timeout.inKotlin()) }

    /**
     * Checks whether a payment ticket is valid for a service to a user. The ticket is not used up or locked, so the
     * check can be repeated. The platform offers this call by invitation only.
     *
     * An invalid ticket is an error of the platform, whose message names one of the documented problems:
     * `TicketProblem`.
     *
     * It ends with [NotFoundException] if there is no such ticket, it was used up, or it is for another user or
     * service.
     *
     * Key permission `PAYMENT_TICKET_VALIDATE`. Newer than the specification. Source:
     * `docs/platform.md#payment-tickets`.
     *
     * @param ticket The ticket, the price of the service, and the user.
     * @param timeout The time limit of the call, instead of the one in the settings.
     */
    @JvmOverloads
    public fun validateTicket(ticket: TicketCheck, timeout: Duration? = null): CompletableFuture<ValidTicket> =
        futures.of { calls.validateTicket(ticket, timeout.inKotlin()) }

    /** Like the other [validateTicket], but builds `ticket`. */
    @JvmOverloads
    public fun validateTicket(
        ticket: Consumer<TicketCheckBuilder>,
        timeout: Duration? = null,
    ): CompletableFuture<ValidTicket> =
        futures.of { calls.validateTicket(TicketCheckBuilder().built(ticket), timeout.inKotlin()) }
}

/** Payments for the posts of a user. From `UserClientAsync.payments`. */
public class UserPaymentsAsync internal constructor(private val calls: UserPayments, private val futures: Futures) {
    /**
     * Reads the prices of the paid services of a post. A service that is absent is not offered for this post, or its
     * price could not be read: then `issues` names it.
     *
     * Scope `PAYMENT_ALL_POSTS_PRICING_READ`. Key permission `POST_PRICING_RETRIEVE`. Newer than the specification.
     * Source: `docs/platform.md#pricing`.
     *
     * @param post The token of the post.
     * @param timeout The time limit of the call, instead of the one in the settings.
     */
    @JvmOverloads
    public fun pricing(post: PostToken, timeout: Duration? = null): CompletableFuture<PostPricing> =
        futures.of { calls.pricing(post, timeout.inKotlin()) }

    /**
     * Moves a post to the top of its lists, paid from the app's balance.
     *
     * The request is repeated with the same id if its outcome is unclear, so it is never paid twice. If the outcome
     * stays unclear, call it again later with the same id. If that id is then refused as used, read the payment by
     * `Payments.transaction`.
     *
     * It ends with [AmbiguousOutcomeException] if the write may or may not have been executed. Call it again with the
     * same id: it is executed once at most.
     *
     * Scope `PAYMENT_ALL_POSTS_REORDER`. Key permission `POST_REORDER`. Newer than the specification. Source:
     * `docs/platform.md#paid-services`.
     *
     * @param post The token of the post.
     * @param payment The payment, with the id that the app chose for it.
     * @param timeout The time limit of the call, instead of the one in the settings.
     */
    @JvmOverloads
    public fun reorder(
        post: PostToken,
        payment: PostPayment,
        timeout: Duration? = null,
    ): CompletableFuture<PostReordered> =
        futures.of { calls.reorder(post, payment, timeout.inKotlin()) }

    /** Like the other [reorder], but builds `payment`. */
    @JvmOverloads
    public fun reorder(
        post: PostToken,
        payment: Consumer<PostPaymentBuilder>,
        timeout: Duration? = null,
    ): CompletableFuture<PostReordered> =
        futures.of { calls.reorder(post, PostPaymentBuilder().built(payment), timeout.inKotlin()) }

    /**
     * Extends a post that is about to expire, paid from the app's balance. Repeated like `reorder`.
     *
     * It ends with [AmbiguousOutcomeException] if the write may or may not have been executed. Call it again with the
     * same id: it is executed once at most.
     *
     * Scope `PAYMENT_ALL_POSTS_RENEW`. Key permission `POST_RENEW`. Newer than the specification. Source:
     * `docs/platform.md#paid-services`.
     *
     * @param post The token of the post.
     * @param payment The payment, with the id that the app chose for it.
     * @param timeout The time limit of the call, instead of the one in the settings.
     */
    @JvmOverloads
    public fun renew(post: PostToken, payment: PostPayment, timeout: Duration? = null): CompletableFuture<Transaction> =
        futures.of { calls.renew(post, payment, timeout.inKotlin()) }

    /** Like the other [renew], but builds `payment`. */
    @JvmOverloads
    public fun renew(
        post: PostToken,
        payment: Consumer<PostPaymentBuilder>,
        timeout: Duration? = null,
    ): CompletableFuture<Transaction> =
        futures.of { calls.renew(post, PostPaymentBuilder().built(payment), timeout.inKotlin()) }

    /**
     * Pays the publication of a post that waits for it, from the app's balance. Repeated like `reorder`.
     *
     * It ends with [AmbiguousOutcomeException] if the write may or may not have been executed. Call it again with the
     * same id: it is executed once at most.
     *
     * Scope `SUBMIT_USER_POST`. Key permission `PUBLISH_USER_POST`. Newer than the specification. Source:
     * `docs/platform.md#paid-services`.
     *
     * @param post The token of the post.
     * @param payment The payment, with the id that the app chose for it.
     * @param timeout The time limit of the call, instead of the one in the settings.
     */
    @JvmOverloads
    public fun publish(
        post: PostToken,
        payment: PostPayment,
        timeout: Duration? = null,
    ): CompletableFuture<Transaction> =
        futures.of { calls.publish(post, payment, timeout.inKotlin()) }

    /** Like the other [publish], but builds `payment`. */
    @JvmOverloads
    public fun publish(
        post: PostToken,
        payment: Consumer<PostPaymentBuilder>,
        timeout: Duration? = null,
    ): CompletableFuture<Transaction> =
        futures.of { calls.publish(post, PostPaymentBuilder().built(payment), timeout.inKotlin()) }

    /**
     * Pays a service of a post from the user's wallet.
     *
     * The outcome is paid, failed, or reconciling: then the platform does not know it yet. With `waitSeconds` the call
     * sends a reconciling payment again, with the same id, until the outcome is known, the time has passed, or such a
     * request fails: then the payment is returned as reconciling. Send a reconciling payment again later, with the same
     * id: it is never paid twice. The request is also repeated with that id if no clear response arrives.
     *
     * It ends with [AmbiguousOutcomeException] if the write may or may not have been executed. Call it again with the
     * same id: it is executed once at most.
     *
     * Scope `PAY_USER_POST_PROMOTION`. Key permission `PAY_POST_PROMOTION`. Newer than the specification. Source:
     * `docs/platform.md#wallet-payments`.
     *
     * @param post The token of the post.
     * @param payment The payment, with the id that the app chose for it.
     * @param timeout The time limit of the call, instead of the one in the settings.
     */
    @JvmOverloads
    public fun payPromotion(
        post: PostToken,
        payment: Promotion,
        timeout: Duration? = null,
    ): CompletableFuture<PromotionPayment> =
        futures.of { calls.payPromotion(post, payment, timeout.inKotlin()) }

    /** Like the other [payPromotion], but builds `payment`. */
    @JvmOverloads
    public fun payPromotion(
        post: PostToken,
        payment: Consumer<PromotionBuilder>,
        timeout: Duration? = null,
    ): CompletableFuture<PromotionPayment> =
        futures.of { calls.payPromotion(post, PromotionBuilder().built(payment), timeout.inKotlin()) }

    /**
     * Reports a payment that the user made to the app. The request is repeated with the same `referenceId` if its
     * outcome is unclear.
     *
     * It ends with [AmbiguousOutcomeException] if the write may or may not have been executed. Call it again with the
     * same id: it is executed once at most.
     *
     * Scope `SUBMIT_USER_PAYMENT`. Key permission `SUBMIT_USER_PAYMENT`. Newer than the specification. Source:
     * `docs/platform.md#user-payments`.
     *
     * @param report What the user paid to the app.
     * @param timeout The time limit of the call, instead of the one in the settings.
     */
    @JvmOverloads
    public fun report(report: PaymentReport, timeout: Duration? = null): CompletableFuture<Void?> =
        futures.done { calls.report(report, timeout.inKotlin()) }

    /** Like the other [report], but builds `report`. */
    @JvmOverloads
    public fun report(report: Consumer<PaymentReportBuilder>, timeout: Duration? = null): CompletableFuture<Void?> =
        futures.done { calls.report(PaymentReportBuilder().built(report), timeout.inKotlin()) }
}
