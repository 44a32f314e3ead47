import { handedBody } from '@tallystick/shared/api/handed-body';
import { serviceNames } from '@tallystick/shared/contracts/calls';
import type { ApiCall } from '@tallystick/site/define-site';
import * as v from 'valibot';

/** The calls that read: no other is made for a page that is rendered. */
const reads =
  /^(transfers|assets)\/(list\/[a-z]+|details|data\/details|neighbours|summary|activity)$|^(users|teams)\/details$|^parties\/counterparties$/;
const bodySchema = v.object({
  data: v.record(v.string(), v.unknown()),
  srvc: v.exactOptional(v.picklist(serviceNames)),
});

/**
 * A call of the ledger as it is made for a page that is rendered: without what depends on who asks.
 * Null: it does more than read.
 */
export function readingCall({ path, body }: ApiCall): ApiCall | null {
  const sent = v.safeParse(bodySchema, body);
  return sent.success && reads.test(path) ? { path, body: sent.output } : null;
}

/** The key by which the ledger's API in the browser finds the answer to a call. */
export const answerKey = (body: object | null): string => handedBody(body ?? {});
