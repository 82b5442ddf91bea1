import type { Action, PostToken } from './model.js';
/** What a click on a widget or a button does (docs/platform.md#actions). */
export declare const action: {
    /** Opens an `https` address: a new tab in a browser, a web view in the mobile apps. */
    directLink: (url: string) => Action;
    /** Opens an address that the app chooses: the platform first sends the app a start request with `data`. */
    serverLink: (data: object) => Action;
    /** The app decides what happens: the platform sends `data` to the app's address for dynamic actions. */
    dynamic: (data: object) => Action;
    /** Opens a post. */
    postPage: (postToken: PostToken) => Action;
    /** Opens the page where the owner manages a post. */
    postManagePage: (postToken: PostToken) => Action;
};
