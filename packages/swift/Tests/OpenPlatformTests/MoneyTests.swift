import OpenPlatform
import Testing

@Suite struct MoneyTests {
    private let most = Rials(rials: .max)
    private let least = Rials(rials: .min)

    @Test func amountsAreAddedSubtractedAndConverted() {
        #expect(Rials(rials: 5) + Tomans(tomans: 2).rials == Rials(rials: 25))
        #expect(Rials(rials: 5) - Tomans(tomans: 2).rials == Rials(rials: -15))
        #expect(Rials(rials: 350_009).tomans == Tomans(tomans: 35_000))
    }

    @Test func anAmountBeyond64BitsBecomesTheNearestOne() {
        #expect(most + Rials(rials: 1) == most)
        #expect(least + Rials(rials: -1) == least)
        #expect(least - Rials(rials: 1) == least)
        #expect(Rials(rials: 0) - least == most)
        #expect(Tomans(tomans: .max).rials == most)
        #expect(most + least == Rials(rials: -1))
    }
}
