//! The cookie that binds a login to the browser that started it.

use crate::digest::hex;
use crate::error::{Error, Result};
use crate::logins::session::{DIGITS, MAX_COOKIES, is_of_cookie};
use crate::webhook::Headers;

/// The lifetime of the cookie in the browser, in seconds: longer than a login may take.
const MAX_AGE: u32 = 3600;

/// The value of the cookie: random, after a character that says whether its login is reached over https.
///
/// Other hosts of the domain can set any cookie without the prefix `__Host-`. The first character is part of the session that a
/// login over https is bound to, so such a cookie cannot be used for it.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Session(String);

impl Session {
    pub(super) fn new(is_secure: bool) -> Result<Self> {
        let mut bytes = [0_u8; DIGITS / 2];
        getrandom::fill(&mut bytes).map_err(|_| Error::config("randomness", "the system gave no random bytes"))?;
        Ok(Self(format!("{}{}", if is_secure { 's' } else { 'p' }, hex(&bytes))))
    }

    /// The values in the cookies of a request that have the form of ours, under its name. There are several if other hosts of the
    /// domain have set cookies of the same name. Those for https, which they cannot set, come first, and so are never left out.
    pub(super) fn of(headers: &(impl Headers + ?Sized)) -> Vec<Self> {
        let mut found = Vec::new();
        headers.each(&mut |name, value| {
            if !name.eq_ignore_ascii_case("cookie") {
                return;
            }
            let pairs = value.split(|byte| *byte == b';').filter_map(|pair| std::str::from_utf8(pair).ok());
            for (name, value) in pairs.filter_map(|pair| pair.trim_matches(' ').split_once('=')) {
                let session = Self(value.to_owned());
                if is_of_cookie(value) && session.name() == name && !found.contains(&session) {
                    let place = if session.is_secure() { found.partition_point(Self::is_secure) } else { found.len() };
                    found.insert(place, session);
                    found.truncate(MAX_COOKIES);
                }
            }
        });
        found
    }

    pub(super) fn is_secure(&self) -> bool {
        self.0.starts_with('s')
    }

    fn name(&self) -> &'static str {
        if self.is_secure() { "__Host-open-platform-login" } else { "open-platform-login" }
    }

    pub(super) fn value(&self) -> &str {
        &self.0
    }

    /// The value of `Set-Cookie`. With `SameSite=Lax` the browser sends the cookie when the platform redirects it back.
    pub(super) fn header(&self) -> String {
        let secure = if self.is_secure() { "; Secure" } else { "" };
        format!("{}={}; Path=/; Max-Age={MAX_AGE}; HttpOnly; SameSite=Lax{secure}", self.name(), self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DIGITS_OF_TESTS: &str = "0123456789abcdef0123456789abcdef";

    fn read_all(cookies: &[&str]) -> Vec<String> {
        let headers: Vec<_> = cookies.iter().map(|cookie| ("Cookie", *cookie)).collect();
        Session::of(&headers).into_iter().map(|session| session.0).collect()
    }

    fn read(cookies: &[&str]) -> Option<String> {
        read_all(cookies).into_iter().next()
    }

    #[test]
    fn a_cookie_that_was_set_is_read() {
        for is_secure in [false, true] {
            let session = Session::new(is_secure).unwrap();
            let set = session.header();
            let cookie = set.split(';').next().unwrap();
            for cookies in [format!("a=1; {cookie}; b=2"), format!("a=1;{cookie}"), cookie.to_owned()] {
                assert_eq!(read(&[&cookies]).as_deref(), Some(session.value()), "{cookies}");
                assert_eq!(read(&["a=1", &cookies]).as_deref(), Some(session.value()), "{cookies}");
            }
            assert_ne!(Session::new(is_secure).unwrap().value(), session.value());
        }
    }

    #[test]
    fn all_cookies_of_the_name_are_read_up_to_a_limit() {
        let planted: Vec<_> = (0..20).map(|number| format!("p{number:032x}")).collect();
        let mut cookies: Vec<_> = planted.iter().map(|value| format!("open-platform-login={value}")).collect();
        let ours = format!("s{DIGITS_OF_TESTS}");
        cookies.push(format!("__Host-open-platform-login={ours}"));
        cookies.push(cookies[0].clone());
        let mut expected = vec![ours];
        expected.extend_from_slice(&planted[..7]);
        assert_eq!(read_all(&[&cookies.join("; ")]), expected);
        // HTTP/2 may send each cookie in its own header (RFC 9113 8.2.3).
        assert_eq!(read_all(&cookies.iter().map(String::as_str).collect::<Vec<_>>()), expected);
    }

    #[test]
    fn other_cookies_are_ignored() {
        for cookie in [
            format!("open-platform-login=s{DIGITS_OF_TESTS}"),
            format!("__Host-open-platform-login=p{DIGITS_OF_TESTS}"),
            format!("open-platform-login={DIGITS_OF_TESTS}"),
            format!("open-platform-login=p{DIGITS_OF_TESTS}0"),
            format!("open-platform-login=p{}", DIGITS_OF_TESTS.to_uppercase()),
            format!("xopen-platform-login=p{DIGITS_OF_TESTS}"),
            format!("open-platform-login=\"p{DIGITS_OF_TESTS}\""),
            "open-platform-login".to_owned(),
            "open-platform-login=".to_owned(),
            String::new(),
        ] {
            assert_eq!(read(&[&cookie]), None, "{cookie}");
        }
        let valid = format!("open-platform-login=p{DIGITS_OF_TESTS}");
        assert_eq!(read(&[&format!("open-platform-login=p0; {valid}")]), Some(format!("p{DIGITS_OF_TESTS}")));
    }
}
