//! The data types: what `#[data]` exports, as a description from which the packages are written.
//!
//! It is read from the Rust source, because the bindings have data types of their own, and the generator cannot be linked
//! with them. Where it would differ from what the compiler sees, the fingerprints of the layouts differ, and Node's
//! tests fail.

pub(crate) mod layout;
mod macros;
mod source;

pub(crate) use source::read;

/// A type that other languages get.
#[derive(Clone, Debug)]
pub(crate) struct DataType {
    pub(crate) name: String,
    /// In Markdown, with links to items of Rust.
    pub(crate) documentation: String,
    pub(crate) shape: Shape,
    /// Whether it is defined in the core, and not in Node's binding.
    pub(crate) is_core: bool,
    /// The file that defines it. Types that are strings have none.
    pub(crate) source: String,
}

#[derive(Clone, Debug)]
pub(crate) enum Shape {
    Struct {
        members: Vec<Member>,
        /// Whether it is only an argument.
        is_options: bool,
    },
    /// An enum with data. In Node the member `tag` has the word of the variant.
    Variants { tag: String, variants: Vec<Variant> },
    /// A string: one of these words, or also another if it is open.
    Words { words: Vec<Word>, is_open: bool },
    /// Another name of a type, which is a string for identifiers.
    Alias(MemberType),
}

#[derive(Clone, Debug)]
pub(crate) struct Member {
    /// The name in snake case.
    pub(crate) name: String,
    pub(crate) documentation: String,
    pub(crate) kind: MemberType,
    /// Whether it is a part of the JSON.
    pub(crate) is_sent: bool,
    /// Whether it is written even if it is empty.
    pub(crate) is_required: bool,
    /// Whether its numbers have 64 bits.
    pub(crate) is_wide: bool,
}

#[derive(Clone, Debug)]
pub(crate) struct Variant {
    pub(crate) word: String,
    pub(crate) documentation: String,
    pub(crate) members: Vec<Member>,
}

#[derive(Clone, Debug)]
pub(crate) struct Word {
    pub(crate) word: String,
    pub(crate) documentation: String,
}

/// The type of a member.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum MemberType {
    Text,
    Bool,
    /// A whole number.
    Whole,
    Number,
    Json,
    /// A time.
    Date,
    Bytes,
    /// A type by its name.
    Named(String),
    List(Box<MemberType>),
    /// Values by text.
    Map(Box<MemberType>),
    /// A value that may be absent.
    Optional(Box<MemberType>),
}

/// All data types.
pub(crate) struct DataTypes {
    types: Vec<DataType>,
}

impl DataTypes {
    /// The types, in the order of the modules.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &DataType> {
        self.types.iter()
    }

    /// The type of this name.
    pub(crate) fn get(&self, name: &str) -> &DataType {
        let found = self.types.iter().find(|known| known.name == name);
        found.unwrap_or_else(|| panic!("there is no data type {name}"))
    }

    /// The members of a struct.
    pub(crate) fn members(&self, name: &str) -> &[Member] {
        match &self.get(name).shape {
            Shape::Struct { members, .. } => members,
            _ => panic!("{name} is no struct"),
        }
    }

    /// The type that an alias stands for.
    pub(crate) fn resolve<'a>(&'a self, kind: &'a MemberType) -> &'a MemberType {
        match kind {
            MemberType::Named(name) => match &self.get(name).shape {
                Shape::Alias(kind) => self.resolve(kind),
                _ => kind,
            },
            _ => kind,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn members(types: &DataTypes, name: &str) -> Vec<(String, MemberType)> {
        types.members(name).iter().map(|member| (member.name.clone(), member.kind.clone())).collect()
    }

    #[test]
    fn members_have_their_types() {
        let types = read();
        let post = members(&types, "Post");
        for (name, kind) in [
            ("token", MemberType::Named("PostToken".to_owned())),
            ("chat_enabled", MemberType::Bool),
            ("first_published_at", MemberType::Optional(Box::new(MemberType::Date))),
            ("issues", MemberType::List(Box::new(MemberType::Named("FieldIssue".to_owned())))),
        ] {
            assert!(post.contains(&(name.to_owned(), kind)), "{name}");
        }
        assert_eq!(types.resolve(&MemberType::Named("PostToken".to_owned())), &MemberType::Text);
        assert_eq!(types.resolve(&MemberType::Named("Extra".to_owned())), &MemberType::Map(Box::new(MemberType::Json)));
        assert!(types.get("PostToken").documentation.starts_with("Public token of a post"));
    }

    #[test]
    fn types_that_macros_make_are_read() {
        let types = read();
        for (name, member) in [("Widget", "row"), ("LegacyWidget", "data")] {
            let Shape::Variants { variants, .. } = &types.get(name).shape else { panic!("{name} has no variants") };
            assert_eq!((variants[0].word.as_str(), variants[0].members[0].name.as_str()), ("title_row", member));
            assert_eq!(variants.last().map(|variant| variant.word.as_str()), Some("unknown"));
        }
        let Shape::Words { words, is_open: true } = &types.get("SenderSide").shape else { panic!("closed") };
        assert_eq!(words.iter().map(|word| word.word.as_str()).collect::<Vec<_>>(), ["SELLER", "BUYER"]);
        assert_eq!(words[0].documentation, "Owns the post.");
    }
}
