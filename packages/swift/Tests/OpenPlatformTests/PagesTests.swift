import Foundation
import OpenPlatform
import OpenPlatformTesting
import Testing

/// Lists that the platform returns a page at a time.
@Suite struct PagesTests {
    @Test func theTransactionsOfAllPagesAreOneSequence() async throws {
        let sandbox = try await Sandbox.start()
        let world = try await sandbox.world()
        let platform = try OpenPlatform(world.settings)
        let tokens = try await world.issueTokens(for: "seller", ["PAYMENT_ALL_POSTS_REORDER"])
        let user = platform.user(accessToken: tokens.accessToken())
        let post = PostToken(try await world.posts(of: "seller")[0].token)
        var paid: [String] = []
        for _ in 0..<5 {
            let payment = PostPayment(id: try newPaymentId())
            paid.insert(try await user.payments.reorder(post, payment).id, at: 0)
        }
        func asked() async throws -> Int { try await world.requests("payments.transactions").count }
        let pages = platform.payments.iterateTransactions(TransactionQuery(pageSize: 2))
        #expect(try await asked() == 0)
        var found: [String] = []
        for try await transaction in pages {
            found.append(transaction.id)
            #expect(try await asked() == (found.count + 1) / 2)
        }
        #expect(found == paid)
        #expect(try await asked() == 3)
        #expect(try await platform.payments.transactions().transactions.map(\.id) == paid)
        var newest = platform.payments.iterateTransactions().makeAsyncIterator()
        #expect(try await newest.next()?.id == paid[0])

        _ = try await world.addFault(
            .init(effects: [.status(status: 404)], on: .init(endpoint: "payments.transactions")))
        var again = pages.makeAsyncIterator()
        await #expect(throws: OpenPlatformError.self) { _ = try await again.next() }
        #expect(try await again.next() == nil)
        await sandbox.stop()
    }
}
