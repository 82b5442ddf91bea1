//! The web console at `/`. Its files are made in `packages/sandbox/console` and are part of the program.

use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::{IntoResponse, Response};

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

/// The file of the console at a path. The page itself is only for browsers, which accept `text/html`.
pub(crate) fn file(path: &str, headers: &HeaderMap) -> Option<Response> {
    let (_, kind, content) = match path {
        "/" if accepts_html(headers) => PAGE,
        _ => *FILES.iter().find(|(name, ..)| *name == path)?,
    };
    let headers = [
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
    fn the_page_names_the_files() {
        let page = String::from_utf8_lossy(PAGE.2);
        for (path, ..) in FILES {
            assert!(page.contains(&format!("\"{}\"", path.trim_start_matches('/'))), "{path}");
        }
    }
}
