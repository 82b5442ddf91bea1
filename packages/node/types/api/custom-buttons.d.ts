import type { BusinessToken, CustomButton, PostToken } from '../model.js';
import { type CallOptions } from '../native.js';
/** Calls about custom buttons that need only the API key. */
export declare class CustomButtons {
    #private;
    /**
     * Removes the custom button of a business.
     *
     * Key permission `BUSINESS_CUSTOMIZED_BUTTON_CREATE`. Newer than the specification. Source:
     * `docs/platform.md#custom-buttons`.
     *
     * @param business The token of the business.
     */
    removeFromBusiness(business: BusinessToken, options?: CallOptions): Promise<void>;
}
/** Calls about custom buttons for a user. */
export declare class UserCustomButtons {
    #private;
    /**
     * Sets the custom button on a post of the user.
     *
     * Scope `USER_SET_CUSTOMIZED_BUTTON`. Key permission `SET_CUSTOMIZED_BUTTON`. Newer than the specification. Source:
     * `docs/platform.md#custom-buttons`.
     *
     * @param post The token of the post.
     * @param button The button.
     */
    setOnPost(post: PostToken, button: CustomButton, options?: CallOptions): Promise<void>;
    /**
     * Removes the custom button from a post of the user.
     *
     * Scope `USER_SET_CUSTOMIZED_BUTTON`. Key permission `SET_CUSTOMIZED_BUTTON`. Newer than the specification. Source:
     * `docs/platform.md#custom-buttons`.
     *
     * @param post The token of the post.
     */
    removeFromPost(post: PostToken, options?: CallOptions): Promise<void>;
    /**
     * Sets the custom button of a business of the user, which is on all of its posts.
     *
     * Scope `BUSINESS_CREATE_CUSTOMIZED_BUTTON` with the business token. Key permission
     * `BUSINESS_CUSTOMIZED_BUTTON_CREATE`. Newer than the specification. Source: `docs/platform.md#custom-buttons`.
     *
     * @param business The token of the business.
     * @param button The button.
     */
    setOnBusiness(business: BusinessToken, button: CustomButton, options?: CallOptions): Promise<void>;
}
