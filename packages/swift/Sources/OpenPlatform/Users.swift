extension User {
    /// The phone number, in whichever of the two members the platform put it.
    public var phone: Phone? { userPhone(user: self) }
}
