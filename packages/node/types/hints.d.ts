/** The log messages for events and requests without a handler, with the source of one. */
import type { Delivery } from './model.js';
type Delivered = Delivery['event'];
/** A handler of start requests. */
export declare const START_HINT = "hooks.onStart(async (request) => `https://app.example/start?from=${request.source}`)";
/** A handler of dynamic actions. */
export declare const ACTION_HINT = "hooks.onDynamicAction(async (request) => 'Done')";
/** Says which event arrived. `kind` is its type, shortened. */
export declare function description(event: Delivered, kind: string): string;
/** The source of a handler for an event. */
export declare function hint(event: Delivered): string;
export {};
