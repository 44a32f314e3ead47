import * as v from 'valibot';
import { logView } from '../../src/audit/log-view.ts';
import { type Trust, trustSchema } from './contract/trust.ts';

const withdrawnSchema = v.object({ id: v.string() });

/** The trusts that managers have set, by id, with the number of the audit entry that set them. */
export const trustLog = logView(
  () => new Map<string, { trust: Trust; sequence: number }>(),
  (trusts, { action, detail, sequence }) => {
    if (action === 'trust') {
      const trust = v.parse(trustSchema, detail);
      trusts.set(trust.id, { trust, sequence });
    } else if (action === 'distrust') {
      trusts.delete(v.parse(withdrawnSchema, detail).id);
    }
  },
);
