//! The sessions that bind a login to the browser that started it.

use std::iter;

/// The number of hexadecimal digits after the first character of a session of the SDK.
pub(crate) const DIGITS: usize = 32;
/// How many cookies of a browser are tried. Other hosts of its domain may have set any number.
pub(crate) const MAX_COOKIES: usize = 8;
/// Separates the sessions of a browser that has sent several cookies. No such session contains it.
const SEPARATOR: char = ' ';

/// Whether a text has the form of a session in a cookie of the SDK.
pub(crate) fn is_of_cookie(session: &str) -> bool {
    let is_digit = |byte: u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
    session.strip_prefix(['s', 'p']).is_some_and(|it| it.len() == DIGITS && it.bytes().all(is_digit))
}

/// The session id of a browser that has sent these sessions. It is that of each of their logins. `None`: there are none.
pub(crate) fn join<'a>(sessions: impl Iterator<Item = &'a str>) -> Option<String> {
    let joined = sessions.collect::<Vec<_>>().join(&SEPARATOR.to_string());
    (!joined.is_empty()).then_some(joined)
}

/// The sessions in a session id: itself, and if it is a joined one, each of its sessions. An id of the app may contain any
/// characters.
pub(super) fn each(session_id: &str) -> impl Iterator<Item = &str> {
    let parts = || session_id.split(SEPARATOR);
    let is_joined = parts().all(is_of_cookie);
    iter::once(session_id).chain(parts().filter(move |_| is_joined).take(MAX_COOKIES))
}
