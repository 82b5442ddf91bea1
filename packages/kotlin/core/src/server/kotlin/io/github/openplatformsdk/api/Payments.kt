// Made from the core by `cargo run -p open-platform-generator`. Do not edit.
package io.github.openplatformsdk

import io.github.openplatformsdk.ffi.Platform
import io.github.openplatformsdk.ffi.PlatformUser
import io.github.openplatformsdk.ffi.checkPage
import kotlin.time.Duration
import kotlinx.coroutines.flow.Flow
import kotlinx.coroutines.flow.flow

/** The app's balance and its transactions. From `OpenPlatform.payments`. */
public class Payments internal constructor(private val native: Platform) {
    /**
     * Reads the app's balance, in rial.
     *
     * Key permission `BALANCE_RETRIEVE`. Newer than the specification. Source: `docs/platform.md#balance`.
     *
     * @param timeout The time limit of the call, instead of the one in the settings.
     */
    public suspend fun balance(timeout: Duration? = null): Balance =
        traced("payments.balance") { translated { native.paymentsBalance(options(timeout)) } }

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
    public suspend fun transactions(
        query: TransactionQuery = TransactionQuery(),
        timeout: Duration? = null,
    ): TransactionPage =
        traced("payments.transactions") { translated { native.paymentsTransactions(query, options(timeout)) } }

    /**
     * The transactions of all pages, one after the other: [transactions] for each page.
     *
     * Nothing is sent before the first item is asked for, and the next page only after the items of the page before
     * were taken. The iteration ends with the first error. A page with an item that cannot be read gives the others
     * first, and then the error.
     *
     * @param query Which page of the transactions: by default the newest.
     * @param timeout The time limit of each page, instead of the one in the settings.
     */
    public fun iterateTransactions(query: TransactionQuery = TransactionQuery(), timeout: Duration? = null): Flow<Transaction> = flow {
        var next = query
        while (true) {
            val page = transactions(next, timeout)
            page.transactions.forEach { emit(it) }
            translated { checkPage("payments.transactions", "transactions", page.issues) }
            val token = page.nextPageToken
            if (token.isNullOrEmpty()) break
            next = next.copy(pageToken = token)
        }
    }

    /**
     * Reads a transaction by the id that the app chose for it, for example after the response to a payment was lost.
     *
     * Key permission `TRANSACTION_RETRIEVE`. Newer than the specification. Source: `docs/platform.md#transactions`.
     *
     * @param id The id that the creation of the add-on returned, or that the app chose for the transaction.
     * @param timeout The time limit of the call, instead of the one in the settings.
     * @throws NotFoundException if there is none yet. That does not prove that nothing was or will be paid: repeat the
     *   payment with the same id.
     */
    public suspend fun transaction(id: RecordId, timeout: Duration? = null): Transaction =
        traced("payments.transaction") { translated { native.paymentsTransaction(id, options(timeout)) } }

    /**
     * Checks whether a payment ticket is valid for a service to a user. The ticket is not used up or locked, so the
     * check can be repeated. The platform offers this call by invitation only.
     *
     * An invalid ticket is an error of the platform, whose message names one of the documented problems:
     * `TicketProblem`.
     *
     * Key permission `PAYMENT_TICKET_VALIDATE`. Newer than the specification. Source:
     * `docs/platform.md#payment-tickets`.
     *
     * @param ticket The ticket, the price of the service, and the user.
     * @param timeout The time limit of the call, instead of the one in the settings.
     * @throws NotFoundException if there is no such ticket, it was used up, or it is for another user or service.
     */
    public suspend fun validateTicket(ticket: TicketCheck, timeout: Duration? = null): ValidTicket =
        traced("payments.validate_ticket") { translated { native.paymentsValidateTicket(ticket, options(timeout)) } }
}

/** Payments for the posts of a user. From `UserClient.payments`. */
public class UserPayments internal constructor(private val native: PlatformUser) {
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
    public suspend fun pricing(post: PostToken, timeout: Duration? = null): PostPricing =
        traced("payments.pricing") { translated { native.paymentsPricing(post, options(timeout)) } }

    /**
     * Moves a post to the top of its lists, paid from the app's balance.
     *
     * The request is repeated with the same id if its outcome is unclear, so it is never paid twice. If the outcome
     * stays unclear, call it again later with the same id. If that id is then refused as used, read the payment by
     * `Payments.transaction`.
     *
     * Scope `PAYMENT_ALL_POSTS_REORDER`. Key permission `POST_REORDER`. Newer than the specification. Source:
     * `docs/platform.md#paid-services`.
     *
     * @param post The token of the post.
     * @param payment The payment, with the id that the app chose for it.
     * @param timeout The time limit of the call, instead of the one in the settings.
     * @throws AmbiguousOutcomeException if the write may or may not have been executed. Call it again with the same id:
     *   it is executed once at most.
     */
    public suspend fun reorder(post: PostToken, payment: PostPayment, timeout: Duration? = null): PostReordered =
        traced("payments.reorder") { translated { native.paymentsReorder(post, payment, options(timeout)) } }

    /**
     * Extends a post that is about to expire, paid from the app's balance. Repeated like `reorder`.
     *
     * Scope `PAYMENT_ALL_POSTS_RENEW`. Key permission `POST_RENEW`. Newer than the specification. Source:
     * `docs/platform.md#paid-services`.
     *
     * @param post The token of the post.
     * @param payment The payment, with the id that the app chose for it.
     * @param timeout The time limit of the call, instead of the one in the settings.
     * @throws AmbiguousOutcomeException if the write may or may not have been executed. Call it again with the same id:
     *   it is executed once at most.
     */
    public suspend fun renew(post: PostToken, payment: PostPayment, timeout: Duration? = null): Transaction =
        traced("payments.renew") { translated { native.paymentsRenew(post, payment, options(timeout)) } }

    /**
     * Pays the publication of a post that waits for it, from the app's balance. Repeated like `reorder`.
     *
     * Scope `SUBMIT_USER_POST`. Key permission `PUBLISH_USER_POST`. Newer than the specification. Source:
     * `docs/platform.md#paid-services`.
     *
     * @param post The token of the post.
     * @param payment The payment, with the id that the app chose for it.
     * @param timeout The time limit of the call, instead of the one in the settings.
     * @throws AmbiguousOutcomeException if the write may or may not have been executed. Call it again with the same id:
     *   it is executed once at most.
     */
    public suspend fun publish(post: PostToken, payment: PostPayment, timeout: Duration? = null): Transaction =
        traced("payments.publish") { translated { native.paymentsPublish(post, payment, options(timeout)) } }

    /**
     * Pays a service of a post from the user's wallet.
     *
     * The outcome is paid, failed, or reconciling: then the platform does not know it yet. With `waitSeconds` the call
     * sends a reconciling payment again, with the same id, until the outcome is known, the time has passed, or such a
     * request fails: then the payment is returned as reconciling. Send a reconciling payment again later, with the same
     * id: it is never paid twice. The request is also repeated with that id if no clear response arrives.
     *
     * Scope `PAY_USER_POST_PROMOTION`. Key permission `PAY_POST_PROMOTION`. Newer than the specification. Source:
     * `docs/platform.md#wallet-payments`.
     *
     * @param post The token of the post.
     * @param payment The payment, with the id that the app chose for it.
     * @param timeout The time limit of the call, instead of the one in the settings.
     * @throws AmbiguousOutcomeException if the write may or may not have been executed. Call it again with the same id:
     *   it is executed once at most.
     */
    public suspend fun payPromotion(post: PostToken, payment: Promotion, timeout: Duration? = null): PromotionPayment =
        traced("payments.pay_promotion") { translated { native.paymentsPayPromotion(post, payment, options(timeout)) } }

    /**
     * Reports a payment that the user made to the app. The request is repeated with the same `referenceId` if its
     * outcome is unclear.
     *
     * Scope `SUBMIT_USER_PAYMENT`. Key permission `SUBMIT_USER_PAYMENT`. Newer than the specification. Source:
     * `docs/platform.md#user-payments`.
     *
     * @param report What the user paid to the app.
     * @param timeout The time limit of the call, instead of the one in the settings.
     * @throws AmbiguousOutcomeException if the write may or may not have been executed. Call it again with the same id:
     *   it is executed once at most.
     */
    public suspend fun report(report: PaymentReport, timeout: Duration? = null): Unit =
        traced("payments.report") { translated { native.paymentsReport(report, options(timeout)) } }
}
