import type { FoundPosts, PostSearch } from '../model.js';
import { type CallOptions } from '../native.js';
/** Search over the posts of the platform. */
export declare class Finder {
    #private;
    /**
     * Searches published posts. The result has at most the 100 newest posts, and there are no further pages.
     *
     * An app may search 100 times in all, in production too; every request counts, so it is repeated at most once if the
     * outcome is unclear. Numbers of money are in toman (1 toman is 10 rial).
     *
     * Key permission `SEARCH_POST`. Newer than the specification. Source: `docs/platform.md#search`.
     *
     * @param search The filters.
     * @throws {@link InvalidInput} for a range that is empty or has a negative end. {@link RateLimited} when the searches
     *   of the app are used up.
     */
    search(search: PostSearch, options?: CallOptions): Promise<FoundPosts>;
}
