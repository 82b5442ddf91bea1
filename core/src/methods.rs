//! The methods of the API as data, for the generator of the packages: the calls of endpoints, which the attribute `#[calls]`
//! describes, and the methods of stored grants, event subscriptions, an inbox and logins, which `#[methods]` describes.

use serde::Serialize;

use crate::endpoint::Endpoint;

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
    pub parameters: &'static [ParameterDescription],
    /// The errors that are special about it, such as `Error::Store`, and when each happens, in Markdown.
    pub errors: &'static [(&'static str, &'static str)],
    /// The type that it returns, such as `Vec<GrantInfo>`.
    pub result: &'static str,
}

/// The languages whose library has a method for every call of [`HANDLES`](crate::api::HANDLES).
pub const LANGUAGES: [&str; 5] = ["rust", "python", "node", "kotlin", "swift"];

/// A handle, such as `user.addons()`, and its calls.
#[derive(Debug)]
pub struct HandleDescription {
    /// The name of its type, such as `UserAddons`.
    pub name: &'static str,
    /// The accessors that lead to it, such as `["legacy", "addons"]`.
    pub path: &'static [&'static str],
    /// Whether it acts for a user. If not, the API key is enough.
    pub is_user: bool,
    /// What it is for, in Markdown.
    pub documentation: &'static str,
    /// Its calls.
    pub calls: &'static [CallDescription],
}

/// A call.
#[derive(Debug)]
pub struct CallDescription {
    /// The name of its method, such as `create_on_post`.
    pub method: &'static str,
    /// Its row of the endpoint table.
    pub endpoint: &'static Endpoint,
    /// What it does, in Markdown, without the facts that the endpoint row contains.
    pub documentation: &'static str,
    /// What is special about its errors, in Markdown. Empty if nothing is.
    pub errors: &'static str,
    /// What to use instead, if it is deprecated.
    pub deprecated: Option<&'static str>,
    /// Its parameters, in order.
    pub parameters: &'static [ParameterDescription],
    /// The type that it returns, such as `Post` or `()`.
    pub result: &'static str,
    /// What it returns a page of, if it does. Then it has one parameter with a member `page_token`, its result has a member
    /// `next_page_token`, and a method `iterate_` with its name iterates over the items of all pages.
    pub pages: Option<PagesDescription>,
}

/// What a call returns a page of.
#[derive(Debug)]
pub struct PagesDescription {
    /// The member of the result that has the items, such as `transactions`.
    pub items: &'static str,
    /// The type of an item, such as `Transaction`.
    pub item: &'static str,
}

impl PagesDescription {
    /// The documentation of the method that iterates over the items of all pages. `call` is the call for one page as a language
    /// writes it.
    pub fn documentation(&self, call: &str) -> Vec<String> {
        vec![
            format!("The {} of all pages, one after the other: {call} for each page.", self.items),
            "Nothing is sent before the first item is asked for, and the next page only after the items of the page before were \
             taken. The iteration ends with the first error. A page with an item that cannot be read gives the others first, and then \
             the error."
                .to_owned(),
        ]
    }
}

/// A parameter of a call or another method.
#[derive(Debug, Serialize)]
pub struct ParameterDescription {
    /// The name, such as `post`.
    pub name: &'static str,
    /// The type, such as `PostToken`.
    #[serde(rename = "type")]
    pub kind: &'static str,
    /// What it means, in Markdown. Empty if its type tells, as that of each parameter of a call does.
    #[serde(skip)]
    pub documentation: &'static str,
}
