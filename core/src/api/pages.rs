//! Lists that the platform returns a page at a time, as one stream.

use std::fmt;
use std::future::poll_fn;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::vec;

use futures_core::Stream;

use crate::error::Result;

/// A page: its items, and the token of the next page.
type Page<T> = (Vec<T>, Option<String>);
type Loading<T> = Pin<Box<dyn Future<Output = Result<Page<T>>> + Send>>;

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
    load: Box<dyn Fn(Option<String>) -> Loading<T> + Send + Sync>,
    /// What is left of the current page.
    items: vec::IntoIter<T>,
    state: State<T>,
}

enum State<T> {
    /// The page with this token is next, or the first page.
    Next(Option<String>),
    Loading(Loading<T>),
    Ended,
}

impl<T: Unpin> Pages<T> {
    /// Pages that `load` returns: the first for `None`, the others for their token.
    pub(crate) fn new(load: impl Fn(Option<String>) -> Loading<T> + Send + Sync + 'static) -> Self {
        Self { load: Box::new(load), items: Vec::new().into_iter(), state: State::Next(None) }
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
            match &mut this.state {
                State::Ended => return Poll::Ready(None),
                State::Next(token) => this.state = State::Loading((this.load)(token.take())),
                State::Loading(page) => match ready!(page.as_mut().poll(context)) {
                    Ok((items, next)) => {
                        this.items = items.into_iter();
                        let next = next.filter(|token| !token.is_empty());
                        this.state = next.map_or(State::Ended, |token| State::Next(Some(token)));
                    }
                    Err(error) => {
                        this.state = State::Ended;
                        return Poll::Ready(Some(Err(error)));
                    }
                },
            }
        }
    }
}

impl<T> fmt::Debug for Pages<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Pages").field("items", &self.items.len()).finish_non_exhaustive()
    }
}
