extension User {
    /// The phone number, from either of the two members of the answer.
    public var phone: Phone? { try? userPhone(user: self) }
}
