import * as clock from '@tallystick/store/clock';
import type { Definition } from '@tallystick/store/store';
import * as ledger from './migrations/0001_ledger.ts';
import * as signIn from './migrations/0002_sign_in.ts';
import * as signInLimits from './migrations/0003_sign_in_limits.ts';
import * as statistics from './migrations/0004_statistics.ts';
import * as mailBudget from './migrations/0005_mail_budget.ts';
import * as feedGenerations from './migrations/0007_feed_generations.ts';
import * as checksums from './migrations/0008_checksums.ts';
import * as finding from './migrations/0009_finding.ts';
import * as segments from './migrations/0010_segments.ts';
import * as pairs from './migrations/0011_pairs.ts';
import * as staleSearch from './migrations/0012_stale_search.ts';
import * as segmentTotals from './migrations/0013_segment_totals.ts';
import * as widerSegments from './migrations/0014_wider_segments.ts';
import * as normalSearch from './migrations/0015_normal_search.ts';
import * as wholeWords from './migrations/0016_whole_words.ts';
import * as changed from './migrations/0017_changed.ts';
import * as serviceKey from './migrations/0018_service_key.ts';
import * as withoutAccents from './migrations/0019_without_accents.ts';
import * as recordLog from './migrations/0020_record_log.ts';

/** The channel that is notified of each commit with events. */
export const eventChannel = 'ledger_event';

/** The ledger among the house's stores. */
export const ledgerStore: Definition = {
  name: 'ledger',
  title: 'The ledger',
  channel: eventChannel,
  migrations: {
    '0001_ledger': ledger,
    '0002_sign_in': signIn,
    '0003_sign_in_limits': signInLimits,
    '0004_statistics': statistics,
    '0005_mail_budget': mailBudget,
    '0006_clock': { ...clock, runsFrom: '0001_ledger' },
    '0007_feed_generations': feedGenerations,
    '0008_checksums': checksums,
    '0009_finding': finding,
    '0010_segments': segments,
    '0011_pairs': pairs,
    '0012_stale_search': staleSearch,
    '0013_segment_totals': segmentTotals,
    '0014_wider_segments': widerSegments,
    '0015_normal_search': normalSearch,
    '0016_whole_words': wholeWords,
    '0017_changed': changed,
    '0018_service_key': serviceKey,
    '0019_without_accents': withoutAccents,
    '0020_record_log': recordLog,
  },
};
