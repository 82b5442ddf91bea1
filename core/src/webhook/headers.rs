//! The relevant headers of an incoming request, read without copies.

use super::reply::Rejection;

/// Headers in the form of the web framework: `http::HeaderMap`, or a slice of name and value pairs.
///
/// Values are bytes, because a peer may send any. A repeated header must be reported as often as it was sent, because a
/// request with two keys is refused.
pub trait Headers {
    /// Calls `visit` with the name and the value of every header, in order.
    fn each<'a>(&'a self, visit: &mut dyn FnMut(&'a str, &'a [u8]));
}

/// Headers that cannot be read because of a fault of this crate.
#[cfg(test)]
pub(crate) struct Unreadable;

#[cfg(test)]
impl Headers for Unreadable {
    fn each<'a>(&'a self, _: &mut dyn FnMut(&'a str, &'a [u8])) {
        panic!("words of a user");
    }
}

impl Headers for http::HeaderMap {
    fn each<'a>(&'a self, visit: &mut dyn FnMut(&'a str, &'a [u8])) {
        for (name, value) in self {
            visit(name.as_str(), value.as_bytes());
        }
    }
}

impl<N: AsRef<str>, V: AsRef<[u8]>> Headers for [(N, V)] {
    fn each<'a>(&'a self, visit: &mut dyn FnMut(&'a str, &'a [u8])) {
        for (name, value) in self {
            visit(name.as_ref(), value.as_ref());
        }
    }
}

impl<N: AsRef<str>, V: AsRef<[u8]>, const COUNT: usize> Headers for [(N, V); COUNT] {
    fn each<'a>(&'a self, visit: &mut dyn FnMut(&'a str, &'a [u8])) {
        self.as_slice().each(visit);
    }
}

impl<N: AsRef<str>, V: AsRef<[u8]>> Headers for Vec<(N, V)> {
    fn each<'a>(&'a self, visit: &mut dyn FnMut(&'a str, &'a [u8])) {
        self.as_slice().each(visit);
    }
}

/// A header that may occur once.
#[derive(Clone, Copy, Default)]
pub(crate) enum Single<'a> {
    #[default]
    Absent,
    One(&'a [u8]),
    Several,
}

impl<'a> Single<'a> {
    fn add(&mut self, value: &'a [u8]) {
        *self = match self {
            Self::Absent => Self::One(trim(value)),
            _ => Self::Several,
        };
    }
}

/// The headers that decide whether a request is accepted.
#[derive(Default)]
pub(crate) struct Head<'a> {
    pub(crate) authorization: Single<'a>,
    content_length: Single<'a>,
    has_transfer_encoding: bool,
    content_type: Single<'a>,
    content_encoding: Single<'a>,
    pub(super) version: Versions,
}

impl<'a> Head<'a> {
    pub(crate) fn of(headers: &'a (impl Headers + ?Sized)) -> Self {
        let mut head = Self::default();
        headers.each(&mut |name, value| {
            // Most names arrive in lower case, and equal bytes are compared at once.
            let is = |other: &str| name == other || name.eq_ignore_ascii_case(other);
            if is("authorization") {
                head.authorization.add(value);
            } else if is("content-length") {
                head.content_length.add(value);
            } else if is("transfer-encoding") {
                head.has_transfer_encoding = true;
            } else if is("content-type") {
                head.content_type.add(value);
            } else if is("content-encoding") {
                head.content_encoding.add(value);
            } else if is("api-version") {
                head.version.hyphen = head.version.hyphen.or_else(|| version(value));
            } else if is("api_version") {
                head.version.underscore = head.version.underscore.or_else(|| version(value));
            }
        });
        head
    }

    /// Whether the headers announce a body.
    pub(crate) fn announces_body(&self) -> bool {
        let is_empty = matches!(self.content_length, Single::Absent | Single::One(b"0"));
        self.has_transfer_encoding || !is_empty
    }

    /// Checks that the announced size is unambiguous and within `limit`.
    #[inline]
    pub(crate) fn check_size(&self, limit: usize) -> Result<(), Rejection> {
        match self.content_length {
            Single::Absent => Ok(()),
            Single::One(_) if self.has_transfer_encoding => {
                Err(Rejection::new(400, "both Content-Length and Transfer-Encoding arrived"))
            }
            Single::One(digits) if !digits.is_empty() && digits.iter().all(u8::is_ascii_digit) => {
                let length = std::str::from_utf8(digits).ok().and_then(|digits| digits.parse::<usize>().ok());
                // Digits that do not fit into a `usize` are a number above every limit.
                if length.is_some_and(|length| length <= limit) { Ok(()) } else { Err(too_large(limit)) }
            }
            Single::One(_) => Err(Rejection::new(400, "Content-Length is not a number")),
            Single::Several => Err(Rejection::new(400, "several Content-Length headers arrived")),
        }
    }

    /// Checks that the body is announced as plain JSON.
    #[inline]
    pub(crate) fn check_type(&self) -> Result<(), Rejection> {
        match self.content_type {
            // As the platform sends it.
            Single::One(b"application/json") => {}
            Single::One(value) if essence(value).eq_ignore_ascii_case(b"application/json") => {
                if !parameters(value).all(is_utf8) {
                    return Err(Rejection::new(415, "the charset of the body is not UTF-8"));
                }
            }
            Single::One(_) => return Err(Rejection::new(415, "the Content-Type is not application/json")),
            Single::Absent => return Err(Rejection::new(415, "no Content-Type arrived: send application/json")),
            Single::Several => return Err(Rejection::new(415, "several Content-Type headers arrived")),
        }
        match self.content_encoding {
            Single::Absent => Ok(()),
            Single::One(value) if value.eq_ignore_ascii_case(b"identity") => Ok(()),
            _ => Err(Rejection::new(415, "the body has a Content-Encoding; only plain JSON is accepted")),
        }
    }
}

pub(super) fn too_large(limit: usize) -> Rejection {
    Rejection::new(413, format!("the body is larger than the limit of {limit} bytes"))
}

/// The version headers of a start request, in their two spellings (docs/platform.md#start-requests).
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Versions {
    /// `API-Version`: the more probable spelling.
    pub(super) hyphen: Option<i64>,
    /// `API_VERSION`: proxies such as nginx remove it.
    pub(super) underscore: Option<i64>,
}

/// A version: `2`, or also `v2`. Any other value is treated as a missing header.
fn version(value: &[u8]) -> Option<i64> {
    let text = std::str::from_utf8(trim(value)).ok()?;
    text.strip_prefix(['v', 'V']).unwrap_or(text).parse().ok()
}

/// Removes optional white space as HTTP defines it.
#[inline]
fn trim(mut value: &[u8]) -> &[u8] {
    while let [b' ' | b'\t', rest @ ..] | [rest @ .., b' ' | b'\t'] = value {
        value = rest;
    }
    value
}

/// The parameters of a media type.
fn parameters(value: &[u8]) -> impl Iterator<Item = &[u8]> {
    value.split(|byte| *byte == b';').skip(1)
}

/// Whether a parameter of a media type names UTF-8, or is not a charset.
fn is_utf8(parameter: &[u8]) -> bool {
    let equals = parameter.iter().position(|byte| *byte == b'=');
    let Some((name, charset)) = equals.and_then(|equals| parameter.split_at_checked(equals)) else { return true };
    let charset = trim(charset.strip_prefix(b"=").unwrap_or_default());
    let charset = charset.strip_prefix(b"\"").and_then(|quoted| quoted.strip_suffix(b"\"")).unwrap_or(charset);
    let says = |word: &str| charset.eq_ignore_ascii_case(word.as_bytes());
    !trim(name).eq_ignore_ascii_case(b"charset") || says("utf-8") || says("utf8")
}

/// A media type without its parameters.
fn essence(value: &[u8]) -> &[u8] {
    trim(value.split(|byte| *byte == b';').next().unwrap_or_default())
}
