import type { Phone, PhoneNumbers, User, UserId } from '../model.js';
import { type CallOptions } from '../native.js';
/** Calls about users that need only the API key. */
export declare class Users {
    #private;
    /**
     * Finds the id of the user with a phone number. The id is different for every app.
     *
     * Key permission `GET_USER_ID_BY_PHONE`. Source: facts part 1.5.
     */
    idByPhone(phone: Phone, options?: CallOptions): Promise<UserId>;
}
/** Calls about the user who granted access. */
export declare class UserUsers {
    #private;
    /**
     * Reads the user's id and phone number: the id with scope `USER_ID`, the number with `USER_PHONE`, each absent without
     * its scope.
     *
     * Key permission `USER_RETRIEVE`. Newer than the specification. Source: facts part 1.5.
     */
    me(options?: CallOptions): Promise<User>;
    /**
     * Reads the user's phone numbers, in the specification's form. The live platform has replaced it with `me`.
     *
     * The body is an empty JSON object: the specification shows none, old clients sent this one. Scope `USER_PHONE`, key
     * permission `USER_RETRIEVE`. Source: spec 4, facts part 1.5.
     */
    phoneNumbers(options?: CallOptions): Promise<PhoneNumbers>;
}
