// Made from the core by `cargo run -p open-platform-generator`. Do not edit.

/// The app's balance and its transactions.
public struct Payments: Sendable {
    let native: Platform

    /// Reads the app's balance, in rial.
    ///
    /// Key permission `BALANCE_RETRIEVE`. Newer than the specification. Source: `docs/platform.md#balance`.
    ///
    /// - Parameter timeout: The time limit of the call, instead of the one in the settings.
    public func balance(timeout: Duration? = nil) async throws -> Balance {
        try await traced("payments.balance", timeout) { try await native.paymentsBalance(options: $0) }
    }

    /// Lists the app's transactions, the newest first, a page at a time. To read the next page, pass the
    /// `nextPageToken` of this one; the last page has none. `iterateTransactions` does this for all pages. The platform
    /// may send an empty page after the last transaction: it counts as the last one, whatever its token. Any other page
    /// whose `nextPageToken` is its own is an error, because the list would never end.
    ///
    /// Key permission `TRANSACTION_LIST`. Newer than the specification. Source: `docs/platform.md#transactions`.
    ///
    /// - Parameters:
    ///   - query: Which page of the transactions: by default the newest.
    ///   - timeout: The time limit of the call, instead of the one in the settings.
    public func transactions(
        _ query: TransactionQuery = TransactionQuery(),
        timeout: Duration? = nil
    ) async throws -> TransactionPage {
        try await traced("payments.transactions", timeout) {
            try await native.paymentsTransactions(query: query, options: $0)
        }
    }

    /// The transactions of all pages, one after the other: `transactions(_:timeout:)` for each page.
    ///
    /// Nothing is sent before the first item is asked for, and the next page only after the items of the page before
    /// were taken. The iteration ends with the first error. A page with an item that cannot be read gives the others
    /// first, and then the error.
    ///
    /// - Parameters:
    ///   - query: Which page of the transactions: by default the newest.
    ///   - timeout: The time limit of each page, instead of the one in the settings.
    public func iterateTransactions(_ query: TransactionQuery = TransactionQuery(), timeout: Duration? = nil) -> Pages<Transaction> {
        Pages { token in
            let query = token.map(query.page) ?? query
            let page = try await transactions(query, timeout: timeout)
            let next = Result {
                try checkPage(call: "payments.transactions", items: "transactions", issues: page.issues)
                return page.nextPageToken
            }
            return (page.transactions, next)
        }
    }

    /// Reads a transaction by the id that the app chose for it, for example after the response to a payment was lost.
    ///
    /// Key permission `TRANSACTION_RETRIEVE`. Newer than the specification. Source: `docs/platform.md#transactions`.
    ///
    /// - Parameters:
    ///   - id: The id that the creation of the add-on returned, or that the app chose for the transaction.
    ///   - timeout: The time limit of the call, instead of the one in the settings.
    /// - Throws: ``OpenPlatformError/NotFound(report:)`` if there is none yet. That does not prove that nothing was or
    ///   will be paid: repeat the payment with the same id.
    public func transaction(_ id: RecordId, timeout: Duration? = nil) async throws -> Transaction {
        try await traced("payments.transaction", timeout) { try await native.paymentsTransaction(id: id, options: $0) }
    }

    /// Checks whether a payment ticket is valid for a service to a user. The ticket is not used up or locked, so the
    /// check can be repeated. The platform offers this call by invitation only.
    ///
    /// An invalid ticket is an error of the platform, whose message names one of the documented problems:
    /// `TicketProblem`.
    ///
    /// Key permission `PAYMENT_TICKET_VALIDATE`. Newer than the specification. Source:
    /// `docs/platform.md#payment-tickets`.
    ///
    /// - Parameters:
    ///   - ticket: The ticket, the price of the service, and the user.
    ///   - timeout: The time limit of the call, instead of the one in the settings.
    /// - Throws: ``OpenPlatformError/NotFound(report:)`` if there is no such ticket, it was used up, or it is for
    ///   another user or service.
    public func validateTicket(_ ticket: TicketCheck, timeout: Duration? = nil) async throws -> ValidTicket {
        try await traced("payments.validate_ticket", timeout) {
            try await native.paymentsValidateTicket(ticket: ticket, options: $0)
        }
    }
}

/// Payments for the posts of a user.
public struct UserPayments: Sendable {
    let native: PlatformUser

    /// Reads the prices of the paid services of a post. A service that is absent is not offered for this post, or its
    /// price could not be read: then `issues` names it.
    ///
    /// Scope `PAYMENT_ALL_POSTS_PRICING_READ`. Key permission `POST_PRICING_RETRIEVE`. Newer than the specification.
    /// Source: `docs/platform.md#pricing`.
    ///
    /// - Parameters:
    ///   - post: The token of the post.
    ///   - timeout: The time limit of the call, instead of the one in the settings.
    public func pricing(_ post: PostToken, timeout: Duration? = nil) async throws -> PostPricing {
        try await traced("payments.pricing", timeout) { try await native.paymentsPricing(post: post, options: $0) }
    }

    /// Moves a post to the top of its lists, paid from the app's balance.
    ///
    /// The request is repeated with the same id if its outcome is unclear, so it is never paid twice. If the outcome
    /// stays unclear, call it again later with the same id. If that id is then refused as used, read the payment by
    /// `Payments.transaction`.
    ///
    /// Scope `PAYMENT_ALL_POSTS_REORDER`. Key permission `POST_REORDER`. Newer than the specification. Source:
    /// `docs/platform.md#paid-services`.
    ///
    /// - Parameters:
    ///   - post: The token of the post.
    ///   - payment: The payment, with the id that the app chose for it.
    ///   - timeout: The time limit of the call, instead of the one in the settings.
    /// - Throws: ``OpenPlatformError/AmbiguousOutcome(report:)`` if the write may or may not have been executed. Call
    ///   it again with the same id: it is executed once at most.
    @discardableResult
    public func reorder(
        _ post: PostToken,
        _ payment: PostPayment,
        timeout: Duration? = nil
    ) async throws -> PostReordered {
        try await traced("payments.reorder", timeout) {
            try await native.paymentsReorder(post: post, payment: payment, options: $0)
        }
    }

    /// Extends a post that is about to expire, paid from the app's balance. Repeated like `reorder`.
    ///
    /// Scope `PAYMENT_ALL_POSTS_RENEW`. Key permission `POST_RENEW`. Newer than the specification. Source:
    /// `docs/platform.md#paid-services`.
    ///
    /// - Parameters:
    ///   - post: The token of the post.
    ///   - payment: The payment, with the id that the app chose for it.
    ///   - timeout: The time limit of the call, instead of the one in the settings.
    /// - Throws: ``OpenPlatformError/AmbiguousOutcome(report:)`` if the write may or may not have been executed. Call
    ///   it again with the same id: it is executed once at most.
    @discardableResult
    public func renew(_ post: PostToken, _ payment: PostPayment, timeout: Duration? = nil) async throws -> Transaction {
        try await traced("payments.renew", timeout) {
            try await native.paymentsRenew(post: post, payment: payment, options: $0)
        }
    }

    /// Pays the publication of a post that waits for it, from the app's balance. Repeated like `reorder`.
    ///
    /// Scope `SUBMIT_USER_POST`. Key permission `PUBLISH_USER_POST`. Newer than the specification. Source:
    /// `docs/platform.md#paid-services`.
    ///
    /// - Parameters:
    ///   - post: The token of the post.
    ///   - payment: The payment, with the id that the app chose for it.
    ///   - timeout: The time limit of the call, instead of the one in the settings.
    /// - Throws: ``OpenPlatformError/AmbiguousOutcome(report:)`` if the write may or may not have been executed. Call
    ///   it again with the same id: it is executed once at most.
    @discardableResult
    public func publish(
        _ post: PostToken,
        _ payment: PostPayment,
        timeout: Duration? = nil
    ) async throws -> Transaction {
        try await traced("payments.publish", timeout) {
            try await native.paymentsPublish(post: post, payment: payment, options: $0)
        }
    }

    /// Pays a service of a post from the user's wallet.
    ///
    /// The outcome is paid, failed, or reconciling: then the platform does not know it yet. With `waitSeconds` the call
    /// sends a reconciling payment again, with the same id, until the outcome is known, the time has passed, or such a
    /// request fails: then the payment is returned as reconciling. Send a reconciling payment again later, with the
    /// same id: it is never paid twice. The request is also repeated with that id if no clear response arrives.
    ///
    /// Scope `PAY_USER_POST_PROMOTION`. Key permission `PAY_POST_PROMOTION`. Newer than the specification. Source:
    /// `docs/platform.md#wallet-payments`.
    ///
    /// - Parameters:
    ///   - post: The token of the post.
    ///   - payment: The payment, with the id that the app chose for it.
    ///   - timeout: The time limit of the call, instead of the one in the settings.
    /// - Throws: ``OpenPlatformError/AmbiguousOutcome(report:)`` if the write may or may not have been executed. Call
    ///   it again with the same id: it is executed once at most.
    @discardableResult
    public func payPromotion(
        _ post: PostToken,
        _ payment: Promotion,
        timeout: Duration? = nil
    ) async throws -> PromotionPayment {
        try await traced("payments.pay_promotion", timeout) {
            try await native.paymentsPayPromotion(post: post, payment: payment, options: $0)
        }
    }

    /// Reports a payment that the user made to the app. The request is repeated with the same `referenceId` if its
    /// outcome is unclear.
    ///
    /// Scope `SUBMIT_USER_PAYMENT`. Key permission `SUBMIT_USER_PAYMENT`. Newer than the specification. Source:
    /// `docs/platform.md#user-payments`.
    ///
    /// - Parameters:
    ///   - report: What the user paid to the app.
    ///   - timeout: The time limit of the call, instead of the one in the settings.
    /// - Throws: ``OpenPlatformError/AmbiguousOutcome(report:)`` if the write may or may not have been executed. Call
    ///   it again with the same id: it is executed once at most.
    public func report(_ report: PaymentReport, timeout: Duration? = nil) async throws {
        try await traced("payments.report", timeout) { try await native.paymentsReport(report: report, options: $0) }
    }
}
