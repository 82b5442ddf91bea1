//! The user's browser: opens the consent page, answers its form, and comes back to the app. Everything goes over HTTP,
//! as with a real browser; only the clicks are made by code.

use std::time::Duration;

use bytes::Bytes;
use http::{HeaderMap, HeaderValue, Method, header};
use open_platform::transport::{Http, Request, Response, Transport};
use url::{Url, form_urlencoded};

use super::story::{Wrong, ensure, wrong};

/// A browser without a window. It follows no redirect by itself: where it would go is what the demo wants to see.
#[derive(Debug)]
pub struct Browser {
    http: Http,
}

impl Browser {
    /// Opens a browser.
    pub fn new() -> open_platform::Result<Self> {
        Ok(Self { http: Http::new()? })
    }

    /// The user logs in as `user` and allows everything. Returns the address they come back to.
    pub async fn approve(&self, authorize_url: &str, user: &str) -> Result<String, Wrong> {
        self.consent(authorize_url, &[("user", user), ("decision", "approve")]).await
    }

    /// The user refuses. Returns the address they come back to.
    pub async fn deny(&self, authorize_url: &str) -> Result<String, Wrong> {
        self.consent(authorize_url, &[("decision", "deny")]).await
    }

    async fn consent(&self, authorize_url: &str, answers: &[(&str, &str)]) -> Result<String, Wrong> {
        let page = self.send(Method::GET, authorize_url, HeaderMap::new(), Bytes::new()).await?;
        ensure(page.status == 200, "the consent page opens")?;
        let html = String::from_utf8_lossy(&page.body);
        let mut form = form_urlencoded::Serializer::new(String::new());
        form.extend_pairs(hidden_inputs(&html)).extend_pairs(answers);
        // The form's address is relative to the page, as links are.
        let action = Url::parse(authorize_url)?.join(between(&html, "action=\"", "\"").unwrap_or_default())?;
        let form_type = HeaderValue::from_static("application/x-www-form-urlencoded");
        let headers = HeaderMap::from_iter([(header::CONTENT_TYPE, form_type)]);
        let answer = self.send(Method::POST, action.as_str(), headers, form.finish().into()).await?;
        match (answer.status, answer.headers.get(header::LOCATION)) {
            (302 | 303, Some(location)) => Ok(location.to_str()?.to_owned()),
            (status, _) => wrong(format!("the consent page answered {status} and leads nowhere")),
        }
    }

    async fn send(&self, method: Method, url: &str, headers: HeaderMap, body: Bytes) -> Result<Response, Wrong> {
        let timeout = Duration::from_secs(5);
        let request = Request { method, url: url.to_owned(), headers, body, timeout, max_response: 1 << 20 };
        match self.http.send(request).await {
            Ok(response) => Ok(response),
            Err(failure) => wrong(failure.reason),
        }
    }
}

/// Name and value of every hidden input of a page.
fn hidden_inputs(html: &str) -> Vec<(&str, &str)> {
    html.split("<input type=\"hidden\"")
        .skip(1)
        .filter_map(|input| Some((between(input, "name=\"", "\"")?, between(input, "value=\"", "\"")?)))
        .collect()
}

fn between<'a>(text: &'a str, before: &str, after: &str) -> Option<&'a str> {
    text.split_once(before)?.1.split_once(after).map(|(found, _)| found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_hidden_inputs_go_along_by_themselves() {
        let html = r#"<form action="consent"><input type="radio" name="user" value="x">
            <input type="hidden" name="request" value="r1"><input type="hidden" name="client_id" value="c">"#;
        assert_eq!(hidden_inputs(html), [("request", "r1"), ("client_id", "c")]);
        assert_eq!(between(html, "action=\"", "\""), Some("consent"));
    }
}
