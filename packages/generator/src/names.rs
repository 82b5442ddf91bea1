//! Conversion of names between spellings.

pub(crate) use open_platform::naming::camel_case as camel;

/// `post` becomes `Post`.
pub(crate) fn capitalized(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map(|letter| letter.to_ascii_uppercase()).into_iter().chain(letters).collect()
}

/// `The post` becomes `the post`.
pub(crate) fn uncapitalized(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|letter| letter.to_ascii_lowercase()).into_iter().chain(letters).collect()
}

/// `image` becomes `an image`.
pub(crate) fn with_article(noun: &str) -> String {
    let noun = match noun {
        "file" => "document",
        "voice" => "recording",
        noun => noun,
    };
    let article = if noun.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
    format!("{article} {noun}")
}

/// `PostToken` becomes `post_token`.
pub(crate) fn snake(name: &str) -> String {
    name.char_indices().fold(String::new(), |mut snake, (index, letter)| {
        if letter.is_ascii_uppercase() && index > 0 {
            snake.push('_');
        }
        snake.push(letter.to_ascii_lowercase());
        snake
    })
}

/// Whether the name has several words in snake case.
pub(crate) fn is_snake(name: &str) -> bool {
    name.contains('_')
        && name
            .split('_')
            .all(|word| !word.is_empty() && word.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit()))
}
