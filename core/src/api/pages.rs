//! Lists that the platform returns a page at a time, as one stream.

use std::fmt;
use std::future::poll_fn;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::vec;

use futures_core::Stream;

use crate::error::{DecodeError, Result};
use crate::json::{FieldIssue, HALF_CHARACTER};

/// A page: its items, and the token of the next page, or why there must be none.
type Page<T> = (Vec<T>, Result<Option<String>>);
type PageFuture<T> = Pin<Box<dyn Future<Output = Result<Page<T>>> + Send>>;

/// The items of all pages of a list, such as [`Payments::iterate_transactions`](super::Payments::iterate_transactions).
///
/// It is a `Stream`; [`next`](Self::next) needs no other crate:
///
/// ```no_run
/// # async fn example(platform: open_platform::OpenPlatform) -> open_platform::Result<()> {
/// use open_platform::model::payment::TransactionQuery;
///
/// let mut transactions = platform.payments().iterate_transactions(TransactionQuery::new());
/// while let Some(transaction) = transactions.next().await {
///     println!("{}", transaction?.id);
/// }
/// # Ok(())
/// # }
/// ```
pub struct Pages<T> {
    load: Box<dyn Fn(Option<String>) -> PageFuture<T> + Send + Sync>,
    /// The page that is next. Nothing is sent before it is polled.
    loading: Option<PageFuture<T>>,
    /// What is left of the current page.
    items: vec::IntoIter<T>,
    /// What comes after them: a page with this token, or an error.
    next: Option<Result<String>>,
}

impl<T: Unpin> Pages<T> {
    /// Pages that `load` returns: the first for `None`, the others for their token.
    pub(crate) fn new(load: impl Fn(Option<String>) -> PageFuture<T> + Send + Sync + 'static) -> Self {
        Self { loading: Some(load(None)), load: Box::new(load), items: Vec::new().into_iter(), next: None }
    }

    /// The next item, or `None` after the last one and after an error.
    ///
    /// # Errors
    /// Those of the call that returns a page.
    pub async fn next(&mut self) -> Option<Result<T>> {
        poll_fn(|context| Pin::new(&mut *self).poll_next(context)).await
    }
}

impl<T: Unpin> Stream for Pages<T> {
    type Item = Result<T>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Result<T>>> {
        let this = &mut *self;
        loop {
            if let Some(item) = this.items.next() {
                return Poll::Ready(Some(Ok(item)));
            }
            if let Some(page) = &mut this.loading {
                let loaded = ready!(page.as_mut().poll(context));
                let (items, next) = loaded.unwrap_or_else(|error| (Vec::new(), Err(error)));
                (this.loading, this.items) = (None, items.into_iter());
                this.next = next.map(|token| token.filter(|token| !token.is_empty())).transpose();
                continue;
            }
            match this.next.take().transpose() {
                Ok(Some(token)) => this.loading = Some((this.load)(Some(token))),
                end => return Poll::Ready(end.err().map(Err)),
            }
        }
    }
}

/// Fails if an item of a page, or the token of the next page, could not be read: otherwise an iteration over all pages would leave
/// out items, and nobody would notice. `call` returned the page, whose member `items` is the list.
///
/// # Errors
/// [`Error::Decode`](crate::Error::Decode) with the path of the first of them.
pub fn check_page(call: &str, items: &str, issues: &[FieldIssue]) -> Result<()> {
    let is_item = |path: &str| path.strip_prefix(items).is_some_and(|rest| rest.is_empty() || rest.starts_with('['));
    let is_lost = |issue: &&FieldIssue| {
        issue.path == "next_page_token" || (is_item(&issue.path) && issue.reason != HALF_CHARACTER)
    };
    match issues.iter().find(is_lost) {
        Some(FieldIssue { path, reason }) => Err(DecodeError::of_document(call, path, reason).into()),
        None => Ok(()),
    }
}

impl<T> fmt::Debug for Pages<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Pages").field("items", &self.items.len()).finish_non_exhaustive()
    }
}
