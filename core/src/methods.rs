//! The methods of stored grants, event subscriptions, an inbox and logins as data, for the generator of the packages. The attribute
//! `#[methods]` makes it from the methods.

/// An object, such as `platform.grants()`, and the methods of it that other languages have.
#[derive(Debug)]
pub struct ObjectDescription {
    /// The name of its type, such as `Grants`.
    pub name: &'static str,
    /// The method of a client that returns it, such as `grants`, if its methods are calls of that client; none if they are
    /// written by hand in each binding.
    pub accessor: Option<&'static str>,
    /// Whether the client of a user has it.
    pub is_user: bool,
    /// What it is for, in Markdown.
    pub documentation: &'static str,
    /// Its methods.
    pub methods: &'static [MethodDescription],
}

/// A method.
#[derive(Debug)]
pub struct MethodDescription {
    /// The name, such as `of_user`.
    pub name: &'static str,
    /// Whether it does more than to read, so that its result may be ignored.
    pub changes: bool,
    /// What it does, in Markdown.
    pub documentation: &'static str,
    /// Its parameters, in order.
    pub parameters: &'static [MethodParameter],
    /// The errors that are special about it, such as `Error::Store`, and when each happens, in Markdown.
    pub errors: &'static [(&'static str, &'static str)],
    /// The type that it returns, such as `Vec<GrantInfo>`.
    pub result: &'static str,
}

/// A parameter of a method.
#[derive(Debug)]
pub struct MethodParameter {
    /// The name, such as `limit`.
    pub name: &'static str,
    /// The type, such as `Option<usize>`.
    pub kind: &'static str,
    /// What it means, in Markdown. Empty if its type tells.
    pub documentation: &'static str,
}
