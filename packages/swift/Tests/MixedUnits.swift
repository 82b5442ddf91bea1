// Amounts in rial and in toman are not mixed, and a number is not an amount: each line with a comment after it must fail to compile
// with the error in the comment, and no other error may occur. `tests/run swift` checks this.
import OpenPlatform

func mixedUnits(cost: Rials, price: Tomans, number: Int64) -> Bool {
    _ = PaymentReport(amount: price.rials, profit: Rials(rials: number), referenceId: "order 7")
    _ = PaymentReport(amount: price, profit: cost, referenceId: "order 7")  // error: cannot convert value of type 'Tomans' to expected argument type 'Rials'
    _ = PaymentReport(amount: number, profit: cost, referenceId: "order 7")  // error: cannot convert value of type 'Int64' to expected argument type 'Rials'
    _ = PaymentReport(amount: 35_000, profit: cost, referenceId: "order 7")  // error: cannot convert value of type 'Int' to expected argument type 'Rials'
    _ = UserAddon(cost: price.rials)
    _ = UserAddon(cost: price)  // error: cannot convert value of type 'Tomans' to expected argument type 'Rials?'
    _ = TomanRange(min: price, max: cost.tomans)
    _ = TomanRange(min: price, max: cost)  // error: cannot convert value of type 'Rials' to expected argument type 'Tomans?'
    _ = Rials(rials: price)  // error: cannot convert value of type 'Tomans' to expected argument type 'Int64'
    let _: Rials = price  // error: cannot convert value of type 'Tomans' to specified type 'Rials'
    _ = price as Rials  // error: cannot convert value of type 'Tomans' to type 'Rials' in coercion

    _ = cost + price.rials - Rials(rials: number)
    _ = cost + price  // error: cannot convert value of type 'Tomans' to expected argument type 'Rials'
    _ = price + cost  // error: cannot convert value of type 'Tomans' to expected argument type 'Rials'
    _ = cost - price  // error: cannot convert value of type 'Tomans' to expected argument type 'Rials'
    _ = cost + number  // error: binary operator '+' cannot be applied to operands of type 'Rials' and 'Int64'
    if cost < price { return true }  // error: binary operator '<' cannot be applied to operands of type 'Rials' and 'Tomans'
    if cost == price { return true }  // error: binary operator '==' cannot be applied to operands of type 'Rials' and 'Tomans'
    if cost == number { return true }  // error: referencing operator function '==' on 'BinaryInteger' requires that 'Rials' conform to 'BinaryInteger'
    return cost < price.rials && price == cost.tomans
}
