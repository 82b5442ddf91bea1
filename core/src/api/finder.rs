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
    /// The platform lets an app search {max_total_calls} times in total, also in production. Every request counts, so a search is
    /// repeated at most once if its outcome is unclear. Amounts of money are in toman (1 toman is 10 rial).
    ///
    /// # Errors
    /// `InvalidInput` for a range that is empty or has a negative end.
    /// `RateLimited` if the app has used all its searches.
    #[endpoint(
        POST "/v2/open-platform/finder/post", retry = SafeOnce, permission = "SEARCH_POST", newer, max_total_calls = 100,
        source = "search"
    )]
    pub async fn search(&self, search: PostSearch) -> Result<FoundPosts> {
        search.check()?;
        self.0.run(call(FINDER_SEARCH).json(&search)?).await?.decode()
    }
}
