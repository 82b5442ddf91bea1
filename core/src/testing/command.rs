//! Texts of errors about the command `open-platform`, which the test helpers of other languages start.

const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The text for a command that does not exist.
pub fn missing(command: &str) -> String {
    format!("{command} did not start: there is no such command; {}", remedy())
}

/// The text for a command of another version than this library; none if the versions are the same.
pub fn mismatched(command: &str, version: Option<&str>) -> Option<String> {
    let version = version.unwrap_or("unknown");
    (version != VERSION)
        .then(|| format!("{command} is of version {version}, but this package of {VERSION}; {}", remedy()))
}

/// How to get the command. It is not published: a registry has no package of it, or a foreign one with its name.
fn remedy() -> String {
    format!(
        "run `cargo install --path packages/cli` in a copy of the repository of version {VERSION}, or name a command by `binary` \
         or OPEN_PLATFORM_BIN"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_texts_say_how_to_get_the_command() {
        let remedy = "run `cargo install --path packages/cli` in a copy of the repository of version ";
        let missing = missing("/no/open-platform");
        assert!(missing.starts_with("/no/open-platform did not start: there is no such command; "), "{missing}");
        assert!(missing.contains(remedy) && missing.ends_with("OPEN_PLATFORM_BIN"), "{missing}");
        assert_eq!(mismatched("open-platform", Some(VERSION)), None);
        for (version, shown) in [(Some("9.9.9"), "9.9.9"), (None, "unknown")] {
            let text = mismatched("open-platform", version).unwrap();
            assert!(text.starts_with(&format!("open-platform is of version {shown}, but ")), "{text}");
            assert!(text.contains(remedy), "{text}");
        }
    }
}
