import type { BusinessList, Phone, PhoneNumbers, ProfileImage, User, UserId } from '../model.js';
import { type CallOptions } from '../native.js';
/** Calls about users that need only the API key. */
export declare class Users {
    #private;
    /**
     * Finds the id of the user with a phone number. The id is different for every app.
     *
     * Key permission `GET_USER_ID_BY_PHONE`. Newer than the specification. Source: `docs/platform.md#user-id-by-phone`.
     *
     * @param phone A mobile number, in any usual notation.
     */
    idByPhone(phone: Phone, options?: CallOptions): Promise<UserId>;
}
/** Calls about the user who granted access. */
export declare class CurrentUser {
    #private;
    /**
     * Reads the user's id and phone number. The id needs the scope `USER_ID`, the number needs `USER_PHONE`; each is
     * absent without its scope.
     *
     * With a stored grant, the id is stored with it: `GrantInfo.userId`.
     *
     * Scopes `USER_ID` and `USER_PHONE`, each for its member of the response. Key permission `USER_RETRIEVE`. Newer than
     * the specification. Source: `docs/platform.md#users`.
     */
    me(options?: CallOptions): Promise<User>;
    /**
     * Lists the businesses of the user, with the user's role in each.
     *
     * Scope `USER_BUSINESSES_READ`. Key permission `GET_USER_BUSINESSES`. Newer than the specification. Source:
     * `docs/platform.md#businesses`.
     */
    businesses(options?: CallOptions): Promise<BusinessList>;
    /**
     * Reads the profile image of a professional user.
     *
     * Scope `PRO_USER_PROFILE_IMAGE_READ`. Key permission `GET_PRO_USER_PROFILE_IMAGE`. Newer than the specification.
     * Source: `docs/platform.md#profile-image`.
     */
    profileImage(options?: CallOptions): Promise<ProfileImage>;
    /**
     * Reads the user's phone numbers, in the form of the specification. The live platform has replaced this call with
     * `me`.
     *
     * The body is an empty JSON object. The specification shows no body; old clients sent this one.
     *
     * Scope `USER_PHONE`. Key permission `USER_RETRIEVE`. Source: `docs/platform.md#users`.
     */
    phoneNumbers(options?: CallOptions): Promise<PhoneNumbers>;
}
