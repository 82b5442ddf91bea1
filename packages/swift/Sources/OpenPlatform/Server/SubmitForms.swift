extension SubmitSchema {
    /// What is wrong with the members that depend on the category, by path, such as `category_fields.rooms`: a member that is
    /// missing, has the wrong type or is none of the values of the form. Empty if they can be sent.
    public func problems(in categoryFields: [String: Json]) throws -> [FieldIssue] {
        try submitProblems(form: self, categoryFields: categoryFields)
    }
}
