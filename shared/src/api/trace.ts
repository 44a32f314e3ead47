import {
  formatTraceparent,
  newTrace,
  parseTraceparent,
  type TraceContext,
} from '@tallystick/contract/traceparent';
import { servedTiming } from '@tallystick/shell-kit/served-timing';

/** The present navigation, as what causes calls; null: it is the page's first, and has made none yet. */
let navigation: TraceContext | null = null;

/** Says that a navigation begins: calls from here on have a trace of their own. */
export function beginTrace(): void {
  navigation = newTrace();
}

/**
 * The `traceparent` of a call. The page's first navigation goes on with the trace of the request by which
 * the site server served it, if that says so in `server-timing`.
 */
export function traceparent(): string {
  navigation ??= parseTraceparent(servedTiming('traceparent')) ?? newTrace();
  return formatTraceparent(navigation);
}
