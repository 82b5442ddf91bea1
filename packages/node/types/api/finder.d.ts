import type { FoundPosts, PostSearch } from '../model.js';
import { type CallOptions } from '../native.js';
/** Search over the posts of the platform. */
export declare class Finder {
    #private;
    /**
     * Searches published posts. The result has at most the 100 newest posts, and there are no further pages.
     *
     * The platform lets an app search 100 times in total, also in production. Every request counts, so a search is
     * repeated at most once if its outcome is unclear. Amounts of money are in toman (1 toman is 10 rial).
     *
     * Key permission `SEARCH_POST`. Newer than the specification. Source: `docs/platform.md#search`.
     *
     * @param search The filters.
     * @throws {@link InvalidInput} for a range that is empty or has a negative end.
     * @throws {@link RateLimited} if the app has used all its searches.
     */
    search(search: PostSearch, options?: CallOptions): Promise<FoundPosts>;
}
