/** The log messages for events and requests without a handler, with the source of one. */
import type { EventType } from './context.js';
import type { HookLog } from './native-types.js';
/** The events, with the member that has their content. */
export declare const EVENTS: Record<EventType, string>;
/** A line of the receiver, with the source of a handler that is missing. */
export declare function logLine({ text, missing }: HookLog): string;
