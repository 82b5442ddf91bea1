import type { Action, Json, PostToken } from './model.js';
/** What a click on a widget or a button does (docs/platform.md#actions). */
export declare const action: {
    /** Opens an `https` address: a new tab in a browser, a web view in the mobile apps. */
    directLink: (url: string) => Action;
    /** Asks the app where to go: the platform first sends it a start request with `data`. */
    serverLink: (data: {
        [member: string]: Json;
    }) => Action;
    /** Asks the app what to do: the platform sends `data` to its dynamic-action address. */
    dynamic: (data: {
        [member: string]: Json;
    }) => Action;
    /** Opens a post. */
    postPage: (postToken: PostToken) => Action;
    /** Opens the page where the owner manages a post. */
    postManagePage: (postToken: PostToken) => Action;
};
