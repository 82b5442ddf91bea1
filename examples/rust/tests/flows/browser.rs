//! A minimal browser: the cookies of one host, links and forms.

use std::collections::BTreeMap;
use std::time::Duration;

use bytes::Bytes;
use http::{HeaderMap, HeaderValue, Method, header};
use open_platform::transport::{Http, Request, Transport};
use url::Url;

/// The user's answer on the consent page.
pub enum Answer<'a> {
    Allow(&'a str),
    Deny,
}

#[derive(Clone)]
pub struct Browser {
    http: Http,
    /// The values of the cookies, by name.
    cookies: BTreeMap<String, String>,
}

/// The response to a request. Redirects are not followed automatically.
#[derive(Debug)]
pub struct Page {
    pub url: Url,
    pub status: u16,
    pub text: String,
    /// The cookies that it sets, with their attributes.
    pub set_cookies: Vec<String>,
    location: Option<String>,
}

impl Page {
    /// The target of the redirect.
    pub fn location(&self) -> String {
        assert!((300..400).contains(&self.status), "no redirect: {self:?}");
        self.url.join(self.location.as_deref().unwrap()).unwrap().into()
    }

    /// The value of a hidden field.
    fn field(&self, name: &str) -> &str {
        let rest = self.text.split_once(&format!("name=\"{name}\" value=\"")).unwrap().1;
        rest.split_once('"').unwrap().0
    }
}

impl Browser {
    pub fn new() -> Self {
        Self { http: Http::new().unwrap(), cookies: BTreeMap::new() }
    }

    pub async fn get(&mut self, url: &str) -> Page {
        let page = self.request(Method::GET, url, None, Bytes::new()).await;
        self.keep_cookies(page)
    }

    /// Posts a form.
    pub async fn post(&mut self, url: &str, fields: &[(&str, &str)]) -> Page {
        let body = url::form_urlencoded::Serializer::new(String::new()).extend_pairs(fields).finish();
        self.post_body(url, "application/x-www-form-urlencoded", body.into()).await
    }

    /// Posts a body of any type.
    pub async fn post_body(&mut self, url: &str, content_type: &str, body: Bytes) -> Page {
        let page = self.request(Method::POST, url, Some(content_type), body).await;
        self.keep_cookies(page)
    }

    /// Sends a request without cookies.
    pub async fn send(&self, method: &str, url: &str, content_type: &str, body: Bytes) -> Page {
        self.request(method.parse().unwrap(), url, Some(content_type), body).await
    }

    /// Follows a redirect.
    pub async fn follow(&mut self, page: Page) -> Page {
        self.get(&page.location()).await
    }

    /// Follows a redirect to the consent page, answers it, and returns the address of the redirect to the app. Cookies
    /// of the platform are ignored, and the app's cookie is not sent to it.
    pub async fn consent(&self, redirect: Page, answer: Answer<'_>) -> String {
        let page = self.stranger(Method::GET, &redirect.location(), None, Bytes::new()).await;
        assert_eq!(page.status, 200, "{page:?}");
        let (decision, user) = match answer {
            Answer::Allow(user) => ("approve", user),
            Answer::Deny => ("deny", "buyer"),
        };
        assert!(page.text.contains(&format!("value=\"{user}\"")), "{user} is not on the page: {}", page.text);
        let fields = [
            ("request", page.field("request")),
            ("client_id", page.field("client_id")),
            ("user", user),
            ("decision", decision),
        ];
        let body = url::form_urlencoded::Serializer::new(String::new()).extend_pairs(fields).finish();
        let action = page.url.join("consent").unwrap();
        let form = Some("application/x-www-form-urlencoded");
        self.stranger(Method::POST, action.as_str(), form, body.into()).await.location()
    }

    fn keep_cookies(&mut self, page: Page) -> Page {
        for set in &page.set_cookies {
            let (name, value) = set.split(';').next().and_then(|pair| pair.split_once('=')).unwrap();
            self.cookies.insert(name.to_owned(), value.to_owned());
        }
        page
    }

    async fn stranger(&self, method: Method, url: &str, content_type: Option<&'static str>, body: Bytes) -> Page {
        Self::new().request(method, url, content_type, body).await
    }

    async fn request(&self, method: Method, url: &str, content_type: Option<&str>, body: Bytes) -> Page {
        let mut headers = HeaderMap::new();
        if !self.cookies.is_empty() {
            let cookies: Vec<String> = self.cookies.iter().map(|(name, value)| format!("{name}={value}")).collect();
            headers.insert(header::COOKIE, HeaderValue::from_str(&cookies.join("; ")).unwrap());
        }
        if let Some(content_type) = content_type {
            headers.insert(header::CONTENT_TYPE, HeaderValue::from_str(content_type).unwrap());
        }
        let timeout = Duration::from_secs(60);
        let request =
            Request { method, url: url.to_owned(), headers, body, timeout, max_response: 1 << 20, progress: None };
        let response = self.http.send(request).await.unwrap();
        let texts = |name| response.headers.get_all(name).iter().map(|value| value.to_str().unwrap().to_owned());
        Page {
            url: url.parse().unwrap(),
            status: response.status,
            set_cookies: texts(header::SET_COOKIE).collect(),
            location: texts(header::LOCATION).next(),
            text: String::from_utf8(response.body.to_vec()).unwrap(),
        }
    }
}
