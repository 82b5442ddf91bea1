//! The user's browser: requests the consent page over HTTP, submits its form, and returns the redirect to the app.

use std::time::Duration;

use bytes::Bytes;
use http::{HeaderMap, HeaderValue, Method, header};
use open_platform::transport::{Http, Request, Response, Transport};
use url::{Url, form_urlencoded};

use super::runner::{StepError, ensure, fail};

/// A minimal browser. It does not follow redirects: the demo needs their address.
#[derive(Debug)]
pub struct Browser {
    http: Http,
}

impl Browser {
    /// A new browser.
    pub fn new() -> open_platform::Result<Self> {
        Ok(Self { http: Http::new()? })
    }

    /// Logs in as `user` and allows all scopes. Returns the address of the redirect to the app.
    pub async fn approve(&self, authorize_url: &str, user: &str) -> Result<String, StepError> {
        self.consent(authorize_url, &[("user", user), ("decision", "approve")]).await
    }

    /// Denies the login. Returns the address of the redirect to the app.
    pub async fn deny(&self, authorize_url: &str) -> Result<String, StepError> {
        self.consent(authorize_url, &[("decision", "deny")]).await
    }

    async fn consent(&self, authorize_url: &str, answers: &[(&str, &str)]) -> Result<String, StepError> {
        let page = self.send(Method::GET, authorize_url, HeaderMap::new(), Bytes::new()).await?;
        ensure(page.status == 200, "the consent page opens")?;
        let html = String::from_utf8_lossy(&page.body);
        let mut form = form_urlencoded::Serializer::new(String::new());
        form.extend_pairs(hidden_inputs(&html)).extend_pairs(answers);
        // The address of the form is relative to the page.
        let action = Url::parse(authorize_url)?.join(between(&html, "action=\"", "\"").unwrap_or_default())?;
        let form_type = HeaderValue::from_static("application/x-www-form-urlencoded");
        let headers = HeaderMap::from_iter([(header::CONTENT_TYPE, form_type)]);
        let answer = self.send(Method::POST, action.as_str(), headers, form.finish().into()).await?;
        match (answer.status, answer.headers.get(header::LOCATION)) {
            (302 | 303, Some(location)) => Ok(location.to_str()?.to_owned()),
            (status, _) => fail(format!("the consent page answered {status} without a redirect")),
        }
    }

    async fn send(&self, method: Method, url: &str, headers: HeaderMap, body: Bytes) -> Result<Response, StepError> {
        let timeout = Duration::from_secs(5);
        let request =
            Request { method, url: url.to_owned(), headers, body, timeout, max_response: 1 << 20, progress: None };
        match self.http.send(request).await {
            Ok(response) => Ok(response),
            Err(failure) => fail(failure.reason),
        }
    }
}

/// The name and the value of every hidden input of a page.
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
    fn only_hidden_inputs_are_read_from_the_page() {
        let html = r#"<form action="consent"><input type="radio" name="user" value="x">
            <input type="hidden" name="request" value="r1"><input type="hidden" name="client_id" value="c">"#;
        assert_eq!(hidden_inputs(html), [("request", "r1"), ("client_id", "c")]);
        assert_eq!(between(html, "action=\"", "\""), Some("consent"));
    }
}
