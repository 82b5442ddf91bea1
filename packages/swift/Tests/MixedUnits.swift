// Amounts in rial and in toman are not mixed, and a number is not an amount: each line with a comment after it must fail to compile
// with an error that contains the text of the comment, and no other error may occur. `tests/run swift` checks this.
import OpenPlatform

func mixedUnits(cost: Rials, price: Tomans, number: Int64) -> Bool {
    _ = PaymentReport(amount: price.rials, profit: Rials(rials: number), referenceId: "order 7")
    _ = PaymentReport(amount: price, profit: cost, referenceId: "order 7")  // error: cannot convert value of type 'Tomans'
    _ = PaymentReport(amount: number, profit: cost, referenceId: "order 7")  // error: cannot convert value of type 'Int64'
    _ = PaymentReport(amount: 35_000, profit: cost, referenceId: "order 7")  // error: cannot convert value of type 'Int'
    _ = UserAddon(cost: price.rials)
    _ = UserAddon(cost: price)  // error: cannot convert value of type 'Tomans'
    _ = TomanRange(min: price, max: cost.tomans)
    _ = TomanRange(min: price, max: cost)  // error: cannot convert value of type 'Rials'
    _ = Rials(rials: price)  // error: cannot convert value of type 'Tomans'
    let _: Rials = price  // error: cannot convert value of type 'Tomans'
    _ = price as Rials  // error: cannot convert value of type 'Tomans'

    _ = cost + price.rials - Rials(rials: number)
    _ = cost + price  // error: 'Tomans'
    _ = price + cost  // error: 'Tomans'
    _ = cost - price  // error: 'Tomans'
    _ = cost + number  // error: 'Int64'
    if cost < price { return true }  // error: 'Tomans'
    if cost == price { return true }  // error: 'Tomans'
    if cost == number { return true }  // error: 'Rials'
    return cost < price.rials && price == cost.tomans
}
