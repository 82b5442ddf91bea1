import type { Balance, PaymentReport, PostPayment, PostPricing, PostReordered, PostToken, Promotion, PromotionPayment, RecordId, TicketCheck, Transaction, TransactionPage, TransactionQuery, ValidTicket } from '../model.js';
import { type CallOptions } from '../native.js';
/** The app's balance and its transactions. */
export declare class Payments {
    #private;
    /**
     * Reads the app's balance, in rial.
     *
     * Key permission `BALANCE_RETRIEVE`. Newer than the specification. Source: `docs/platform.md#balance`.
     */
    balance(options?: CallOptions): Promise<Balance>;
    /**
     * Lists the app's transactions, the newest first, a page at a time. To read the next page, pass the `nextPageToken`
     * of this one; the last page has none. `iterateTransactions` does this for all pages. The platform may send an empty
     * page after the last transaction: it counts as the last one, whatever its token. Any other page whose
     * `nextPageToken` is its own is an error, because the list would never end.
     *
     * Key permission `TRANSACTION_LIST`. Newer than the specification. Source: `docs/platform.md#transactions`.
     *
     * @param query Which page of the transactions: by default the newest.
     */
    transactions(query?: TransactionQuery, options?: CallOptions): Promise<TransactionPage>;
    /**
     * The transactions of all pages, one after the other: `transactions` for each page.
     *
     * Nothing is sent before the first item is asked for, and the next page only after the items of the page before were
     * taken. The iteration ends with the first error. A page with an item that cannot be read gives the others first, and
     * then the error.
     *
     * @param query Which page of the transactions: by default the newest.
     */
    iterateTransactions(query?: TransactionQuery, options?: CallOptions): AsyncGenerator<Transaction, void, undefined>;
    /**
     * Reads a transaction by the id that the app chose for it, for example after the response to a payment was lost.
     *
     * Key permission `TRANSACTION_RETRIEVE`. Newer than the specification. Source: `docs/platform.md#transactions`.
     *
     * @param id The id that the creation of the add-on returned, or that the app chose for the transaction.
     * @throws {@link NotFound} if there is none yet. That does not prove that nothing was or will be paid: repeat the
     *   payment with the same id.
     */
    transaction(id: RecordId, options?: CallOptions): Promise<Transaction>;
    /**
     * Checks whether a payment ticket is valid for a service to a user. The ticket is not used up or locked, so the check
     * can be repeated. The platform offers this call by invitation only.
     *
     * An invalid ticket is an error of the platform, whose message names one of the documented problems: `TicketProblem`.
     *
     * Key permission `PAYMENT_TICKET_VALIDATE`. Newer than the specification. Source: `docs/platform.md#payment-tickets`.
     *
     * @param ticket The ticket, the price of the service, and the user.
     * @throws {@link NotFound} if there is no such ticket, it was used up, or it is for another user or service.
     */
    validateTicket(ticket: TicketCheck, options?: CallOptions): Promise<ValidTicket>;
}
/** Payments for the posts of a user. */
export declare class UserPayments {
    #private;
    /**
     * Reads the prices of the paid services of a post. A service that is absent is not offered for this post, or its
     * price could not be read: then `issues` names it.
     *
     * Scope `PAYMENT_ALL_POSTS_PRICING_READ`. Key permission `POST_PRICING_RETRIEVE`. Newer than the specification.
     * Source: `docs/platform.md#pricing`.
     *
     * @param post The token of the post.
     */
    pricing(post: PostToken, options?: CallOptions): Promise<PostPricing>;
    /**
     * Moves a post to the top of its lists, paid from the app's balance.
     *
     * The request is repeated with the same id if its outcome is unclear, so it is never paid twice. If the outcome stays
     * unclear, call it again later with the same id. If that id is then refused as used, read the payment by
     * `Payments.transaction`.
     *
     * Scope `PAYMENT_ALL_POSTS_REORDER`. Key permission `POST_REORDER`. Newer than the specification. Source:
     * `docs/platform.md#paid-services`.
     *
     * @param post The token of the post.
     * @param payment The payment, with the id that the app chose for it.
     */
    reorder(post: PostToken, payment: PostPayment, options?: CallOptions): Promise<PostReordered>;
    /**
     * Extends a post that is about to expire, paid from the app's balance. Repeated like `reorder`.
     *
     * Scope `PAYMENT_ALL_POSTS_RENEW`. Key permission `POST_RENEW`. Newer than the specification. Source:
     * `docs/platform.md#paid-services`.
     *
     * @param post The token of the post.
     * @param payment The payment, with the id that the app chose for it.
     */
    renew(post: PostToken, payment: PostPayment, options?: CallOptions): Promise<Transaction>;
    /**
     * Pays the publication of a post that waits for it, from the app's balance. Repeated like `reorder`.
     *
     * Scope `SUBMIT_USER_POST`. Key permission `PUBLISH_USER_POST`. Newer than the specification. Source:
     * `docs/platform.md#paid-services`.
     *
     * @param post The token of the post.
     * @param payment The payment, with the id that the app chose for it.
     */
    publish(post: PostToken, payment: PostPayment, options?: CallOptions): Promise<Transaction>;
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
     */
    payPromotion(post: PostToken, payment: Promotion, options?: CallOptions): Promise<PromotionPayment>;
    /**
     * Reports a payment that the user made to the app. The request is repeated with the same `referenceId` if its outcome
     * is unclear.
     *
     * Scope `SUBMIT_USER_PAYMENT`. Key permission `SUBMIT_USER_PAYMENT`. Newer than the specification. Source:
     * `docs/platform.md#user-payments`.
     *
     * @param report What the user paid to the app.
     */
    report(report: PaymentReport, options?: CallOptions): Promise<void>;
}
