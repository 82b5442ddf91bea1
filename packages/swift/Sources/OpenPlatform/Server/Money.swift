extension Rials: Comparable {
    /// The amount in toman; what is less than one toman is left out.
    public var tomans: Tomans { rialsToTomans(amount: self) }
    /// The sum of two amounts of one unit.
    public static func + (one: Rials, other: Rials) -> Rials { Rials(rials: one.rials + other.rials) }
    /// The difference of two amounts of one unit.
    public static func - (one: Rials, other: Rials) -> Rials { Rials(rials: one.rials - other.rials) }
    /// Compares two amounts of one unit.
    public static func < (one: Rials, other: Rials) -> Bool { one.rials < other.rials }
}

extension Tomans {
    /// The amount in rial. 1 toman is 10 rial.
    public var rials: Rials { tomansToRials(amount: self) }
}
