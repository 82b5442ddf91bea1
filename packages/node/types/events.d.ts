/** The types of events. Made from the core by `open-platform-generator`: do not edit. */
import type { EventType } from './context.js';
/** The types of events, with the member that has their content. */
export declare const EVENTS: Record<EventType, string>;
