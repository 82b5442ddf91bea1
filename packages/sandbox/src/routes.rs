//! Finds the row of the core's endpoint table for a method and a path.

use std::borrow::Cow;
use std::sync::LazyLock;

use axum::http::Method;
use open_platform::api::endpoints;
use open_platform::endpoint::{Endpoint, Host};
use percent_encoding::percent_decode_str;

use crate::dispatch::Handler;
use crate::{known_names, oauth, platform};

/// Paths of the platform have fewer segments than this.
const MAX_SEGMENTS: usize = 8;

/// The endpoint table, split for matching.
pub(crate) static ROUTES: LazyLock<Vec<Route>> = LazyLock::new(|| {
    endpoints::ALL.iter().copied().filter(|row| row.host != Host::App).filter_map(Route::new).collect()
});

/// One row of the table.
pub(crate) struct Route {
    pub(crate) endpoint: &'static Endpoint,
    pub(crate) handler: Handler,
    segments: Vec<Segment>,
}

enum Segment {
    Literal(&'static str),
    Variable(&'static str),
}

/// The variable segments of a path, by name, percent-decoded.
#[derive(Clone, Debug, Default)]
pub(crate) struct Params(Vec<(&'static str, String)>);

impl Params {
    /// The value of a variable segment, or `""` for a name that the template does not have.
    pub(crate) fn get(&self, name: &str) -> &str {
        self.0.iter().find(|(known, _)| *known == name).map_or("", |(_, value)| value)
    }

    /// The first variable segment: most templates have one.
    pub(crate) fn first(&self) -> &str {
        self.0.first().map_or("", |(_, value)| value)
    }
}

/// Checks that the sandbox has an endpoint with this name.
///
/// # Errors
/// [`Error::InvalidInput`](open_platform::Error::InvalidInput) with the field.
pub(crate) fn check_name(field: &str, name: &str) -> open_platform::Result<()> {
    known_names::check(field, "endpoint", name, ROUTES.iter().map(|route| route.endpoint.name))
}

/// Whether the sandbox implements an endpoint of the core's table: it responds to its requests or, if the platform sends them,
/// sends them.
pub fn implements(endpoint: &Endpoint) -> bool {
    endpoint.host == Host::App || ROUTES.iter().any(|route| route.endpoint.name == endpoint.name)
}

/// What the table says about a request.
pub(crate) enum Match {
    Found(&'static Route, Params),
    /// The path exists with other methods only: these.
    WrongMethod(Vec<&'static str>),
    Unknown,
}

/// Finds the row for a request. `sends_token` chooses between the two ways to read a post, `refreshes` between the two
/// uses of the token endpoint.
pub(crate) fn find(host: Host, method: &Method, path: &str, sends_token: bool, refreshes: bool) -> Match {
    let mut parts: [&str; MAX_SEGMENTS] = [""; MAX_SEGMENTS];
    let mut count = 0;
    for part in path.trim_start_matches('/').split('/') {
        match parts.get_mut(count) {
            Some(place) => *place = part,
            None => return Match::Unknown,
        }
        count += 1;
    }
    let parts = parts.get(..count).unwrap_or_default();
    let mut methods: Vec<&'static str> = Vec::new();
    let mut found: Option<&'static Route> = None;
    for route in ROUTES.iter().filter(|route| route.endpoint.host == host && fits(&route.segments, parts)) {
        methods.push(route.endpoint.method.as_str());
        if route.endpoint.method != *method {
            continue;
        }
        let special = route.endpoint.name == endpoints::POSTS_GET_WITH_ONGOING_IMAGES.name && sends_token
            || route.endpoint.name == endpoints::OAUTH_REFRESH.name && refreshes;
        if found.is_none() || special {
            found = Some(route);
        }
    }
    if let Some(route) = found {
        return route.params(parts).map_or(Match::Unknown, |params| Match::Found(route, params));
    }
    if methods.is_empty() {
        return Match::Unknown;
    }
    if methods.contains(&"GET") {
        methods.push("HEAD");
    }
    methods.sort_unstable();
    methods.dedup();
    Match::WrongMethod(methods)
}

/// A path template in segments.
fn split(path: &'static str) -> Vec<Segment> {
    path.trim_start_matches('/')
        .split('/')
        .map(|part| match part.strip_prefix('{').and_then(|p| p.strip_suffix('}')) {
            Some(name) => Segment::Variable(name),
            None => Segment::Literal(part),
        })
        .collect()
}

fn fits(segments: &[Segment], parts: &[&str]) -> bool {
    segments.len() == parts.len()
        && segments.iter().zip(parts).all(|(segment, part)| match segment {
            Segment::Literal(literal) => literal == part,
            Segment::Variable(_) => !part.is_empty(),
        })
}

impl Route {
    fn new(endpoint: &'static Endpoint) -> Option<Self> {
        let handler = platform::handler(endpoint.name).or_else(|| oauth::handler(endpoint.name))?;
        Some(Self { endpoint, handler, segments: split(endpoint.path) })
    }

    fn params(&self, parts: &[&str]) -> Option<Params> {
        let mut params = Vec::new();
        for (segment, part) in self.segments.iter().zip(parts) {
            if let Segment::Variable(name) = segment {
                let value: Cow<'_, str> = percent_decode_str(part).decode_utf8().ok()?;
                params.push((*name, value.into_owned()));
            }
        }
        Some(Params(params))
    }
}

#[cfg(test)]
mod tests {
    use open_platform::live;

    use super::*;

    fn name(method: Method, host: Host, path: &str, token: bool, refresh: bool) -> Option<(&'static str, String)> {
        match find(host, &method, path, token, refresh) {
            Match::Found(route, params) => Some((route.endpoint.name, params.first().to_owned())),
            _ => None,
        }
    }

    #[test]
    fn every_row_has_a_handler() {
        for row in endpoints::ALL.iter() {
            assert!(implements(row), "{} has no handler", row.name);
        }
    }

    #[test]
    fn a_path_matches_its_row_and_its_variables() {
        let post = "/v1/open-platform/finder/post/wXyZ1234";
        assert_eq!(name(Method::GET, Host::Base, post, false, false), Some(("posts.get", "wXyZ1234".into())));
        let with_token = name(Method::GET, Host::Base, post, true, false);
        assert_eq!(with_token, Some(("posts.get_with_ongoing_images", "wXyZ1234".into())));
        let user = name(Method::POST, Host::Base, "/v2/open-platform/addons/users/a%2Bb%2Fc%3D", true, false);
        assert_eq!(user, Some(("addons.create_for_user_id", "a+b/c=".into())));
        let token = |refresh| name(Method::POST, Host::Auth, "/oauth2/token", false, refresh).map(|found| found.0);
        assert_eq!((token(false), token(true)), (Some("oauth.exchange"), Some("oauth.refresh")));
    }

    #[test]
    fn every_operation_of_the_live_platform_is_served() {
        for operation in live::OPERATIONS.iter() {
            let path = operation.path.replace(['{', '}'], "");
            let found = find(Host::Base, &operation.method, &path, true, false);
            assert!(matches!(found, Match::Found(..)), "{}", operation.id);
        }
    }

    #[test]
    fn an_unknown_path_and_a_wrong_method_differ() {
        let at = |method, path| find(Host::Base, &method, path, false, false);
        let Match::WrongMethod(allowed) = at(Method::PUT, "/v1/open-platform/users") else {
            panic!("users has no PUT")
        };
        assert_eq!(allowed, ["GET", "HEAD", "POST"]);
        assert!(matches!(at(Method::GET, "/v1/open-platform/finder/post/"), Match::Unknown));
        assert!(matches!(at(Method::GET, "/v1/open-platform/finder/post/%ff"), Match::Unknown));
        assert!(matches!(at(Method::GET, "/a/b/c/d/e/f/g/h/i/j"), Match::Unknown));
        assert!(matches!(find(Host::Api, &Method::GET, "/v1/open-platform/users", false, false), Match::Unknown));
    }
}
