/** What the log says about what arrives and has no handler: what it is, and how to handle it. */
import type { Delivery } from './model.js';
type Delivered = Delivery['event'];
/** How to answer start requests. */
export declare const START_HINT = "hooks.onStart(async (request) => `https://app.example/start?from=${request.source}`)";
/** How to answer dynamic actions. */
export declare const ACTION_HINT = "hooks.onDynamicAction(async (request) => 'Done')";
/** What arrived. `kind` is its type, cut short. */
export declare function said(event: Delivered, kind: string): string;
/** How to handle it. */
export declare function hint(event: Delivered): string;
export {};
