import * as v from 'valibot';
import { logView } from '../../src/audit/log-view.ts';

const endedSchema = v.object({ session: v.string() });

/** Sessions that were ended before their time: a row that is put back by hand opens nothing. */
export const peopleLog = logView(
  () => new Set<string>(),
  (ended, { action, detail }) => {
    if (action === 'session-end') ended.add(v.parse(endedSchema, detail).session);
  },
);
