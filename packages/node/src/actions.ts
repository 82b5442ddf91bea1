import type { Action, Json, PostToken } from './model.js'

/** What a click on a widget or a button does (docs/platform.md#actions). */
export const action = {
  /** Opens an `https` address: a new tab in a browser, a web view in the mobile apps. */
  directLink: (url: string): Action => ({ type: 'open_direct_link', url }),
  /** Asks the app where to go: the platform first sends it a start request with `data`. */
  serverLink: (data: { [member: string]: Json }): Action => ({ type: 'open_server_link', data }),
  /** Asks the app what to do: the platform sends `data` to its dynamic-action address. */
  dynamic: (data: { [member: string]: Json }): Action => ({ type: 'get_dynamic_action', data }),
  /** Opens a post. */
  postPage: (postToken: PostToken): Action => ({ type: 'open_post_page', postToken }),
  /** Opens the page where the owner manages a post. */
  postManagePage: (postToken: PostToken): Action => ({ type: 'open_post_manage_page', postToken }),
}
