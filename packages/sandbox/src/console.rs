//! The web console at `/`. Its files are made in `packages/sandbox/console` and are part of the program.

use std::sync::LazyLock;

use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use open_platform::digest::short_sha256;

/// What the page may load: its own files only, without inline code or styles.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; \
                      base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// A file of the console: its path, content type and content.
type File = (&'static str, &'static str, &'static [u8]);

const PAGE: File = ("/", "text/html; charset=utf-8", include_bytes!("../console/dist/index.html"));

const FILES: [File; 2] = [
    ("/console.js", "text/javascript; charset=utf-8", include_bytes!("../console/dist/console.js")),
    ("/console.css", "text/css; charset=utf-8", include_bytes!("../console/dist/console.css")),
];

/// The entity tag of each file: the beginning of the hash of its content.
static TAGS: LazyLock<Vec<(&str, HeaderValue)>> = LazyLock::new(|| {
    let tag = |content: &[u8]| -> Option<HeaderValue> {
        HeaderValue::from_str(&format!("\"{}\"", short_sha256(content))).ok()
    };
    [PAGE].iter().chain(&FILES).filter_map(|(name, _, content)| Some((*name, tag(content)?))).collect()
});

/// The file of the console at a path. The page itself is only for browsers, which accept `text/html`.
pub(crate) fn file(path: &str, headers: &HeaderMap) -> Option<Response> {
    let (name, kind, content) = match path {
        "/" if accepts_html(headers) => PAGE,
        _ => *FILES.iter().find(|(name, ..)| *name == path)?,
    };
    let tag = TAGS.iter().find(|(known, _)| *known == name).map(|(_, tag)| tag)?;
    if headers.get(header::IF_NONE_MATCH) == Some(tag) {
        return Some((StatusCode::NOT_MODIFIED, [(header::ETAG, tag.clone())]).into_response());
    }
    let headers = [
        (header::ETAG, tag.clone()),
        (header::CONTENT_TYPE, HeaderValue::from_static(kind)),
        (header::CACHE_CONTROL, HeaderValue::from_static("no-cache")),
        (header::VARY, HeaderValue::from_static("accept")),
        (header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY)),
        (header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
        (header::REFERRER_POLICY, HeaderValue::from_static("no-referrer")),
    ];
    Some((headers, content).into_response())
}

fn accepts_html(headers: &HeaderMap) -> bool {
    headers.get_all(header::ACCEPT).iter().any(|value| value.to_str().is_ok_and(|value| value.contains("text/html")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_browser_gets_the_page() {
        let mut browser = HeaderMap::new();
        browser.insert(header::ACCEPT, HeaderValue::from_static("text/html,application/xhtml+xml,*/*;q=0.8"));
        let page = file("/", &browser).unwrap();
        assert_eq!(page.headers()[header::CONTENT_TYPE], "text/html; charset=utf-8");
        assert!(!page.headers()[header::CONTENT_SECURITY_POLICY].to_str().unwrap().contains("unsafe"));
        assert!(file("/", &HeaderMap::new()).is_none());
        assert!(file("/console.js", &HeaderMap::new()).is_some());
        assert!(file("/other", &browser).is_none());
    }

    #[test]
    fn an_unchanged_file_is_not_sent_again() {
        let first = file("/console.js", &HeaderMap::new()).unwrap();
        let tag = first.headers()[header::ETAG].clone();
        let again = file("/console.js", &HeaderMap::from_iter([(header::IF_NONE_MATCH, tag.clone())])).unwrap();
        assert_eq!((again.status(), &again.headers()[header::ETAG]), (StatusCode::NOT_MODIFIED, &tag));
        assert_ne!(file("/console.css", &HeaderMap::new()).unwrap().headers()[header::ETAG], tag);
    }

    #[test]
    fn the_page_names_the_files() {
        let page = String::from_utf8_lossy(PAGE.2);
        for (path, ..) in FILES {
            assert!(page.contains(&format!("\"{}\"", path.trim_start_matches('/'))), "{path}");
        }
    }
}
