//! Requests that a server has refused over HTTP/2 without processing them.

use std::error::Error;
use std::iter::successors;

use super::Failure;
use crate::error::TransportErrorKind;

/// The failure of a request that the server says it has not processed (RFC 9113 section 8.7), if this is why it failed. h2 reports a
/// GOAWAY frame only to the requests after the last one that the server has processed.
pub(super) fn unprocessed(error: &(dyn Error + 'static)) -> Option<Failure> {
    let is_refusal = |cause: &h2::Error| {
        let refused = cause.is_reset() && cause.reason() == Some(h2::Reason::REFUSED_STREAM);
        cause.is_remote() && (refused || cause.is_go_away())
    };
    let causes = successors(Some(error), |&cause| cause.source());
    causes.filter_map(|cause| cause.downcast_ref()).any(is_refusal).then(|| Failure {
        kind: TransportErrorKind::Interrupted,
        may_have_arrived: false,
        reason: "the server refused the request without processing it".into(),
    })
}
