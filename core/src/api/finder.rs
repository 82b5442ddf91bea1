//! Search.

use open_platform_macros::calls;

use super::call;
use crate::error::Result;
use crate::model::finder::{FoundPosts, PostSearch};

/// Search over the posts of the platform.
#[calls(OpenPlatform, finder)]
impl Finder {
    /// Searches published posts. The result has at most the 100 newest posts, and there are no further pages.
    ///
    /// An app may search {budget} times in all, in production too; every request counts, so it is repeated at most once if
    /// the outcome is unclear. Numbers of money are in toman (1 toman is 10 rial).
    ///
    /// # Errors
    /// `InvalidInput` for a range that is empty or has a negative end.
    /// `RateLimited` when the searches of the app are used up.
    #[endpoint(
        POST "/v2/open-platform/finder/post", retry = SafeOnce, permission = "SEARCH_POST", newer, budget = 100,
        source = "search"
    )]
    pub async fn search(&self, search: PostSearch) -> Result<FoundPosts> {
        search.check()?;
        self.0.run(call(FINDER_SEARCH).json(&search)?).await?.decode()
    }
}
