extension Rials: Comparable {
    /// The amount in toman; what is less than one toman is left out.
    public var tomans: Tomans { rialsToTomans(amount: self) }
    /// The sum of two amounts of one unit. A sum beyond the range of 64 bits becomes the nearest amount.
    public static func + (one: Rials, other: Rials) -> Rials {
        let (sum, isBeyond) = one.rials.addingReportingOverflow(other.rials)
        return isBeyond ? nearest(one.rials) : Rials(rials: sum)
    }
    /// The difference of two amounts of one unit. A difference beyond the range of 64 bits becomes the nearest amount.
    public static func - (one: Rials, other: Rials) -> Rials {
        let (difference, isBeyond) = one.rials.subtractingReportingOverflow(other.rials)
        return isBeyond ? nearest(one.rials) : Rials(rials: difference)
    }
    /// The largest or the smallest amount, whichever has the sign of a number.
    private static func nearest(_ number: Int64) -> Rials { Rials(rials: number < 0 ? .min : .max) }
    /// Compares two amounts of one unit.
    public static func < (one: Rials, other: Rials) -> Bool { one.rials < other.rials }
}

extension Tomans {
    /// The amount in rial. 1 toman is 10 rial.
    public var rials: Rials { tomansToRials(amount: self) }
}
