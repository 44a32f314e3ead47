import type { SiteRules } from '@tallystick/contract/site-rules';
import type { AuditLog } from './audit/log.ts';
import type { RecordedWrite } from './audit/recorded-writes.ts';
import type { FileStores } from './files/file-store.ts';
import type { WebhookSettings } from './notice/send.ts';
import type { Hooks } from './part/hooks.ts';
import type { DraftQuota } from './publish/draft-quota.ts';
import type { Turns } from './publish/turns.ts';
import type { SigningKey } from './signing/signing-key.ts';
import type { Reader } from './store/writes.ts';

/** What the parts of one registry share; each takes what it needs. */
export interface Context {
  db: Reader;
  write: RecordedWrite;
  files: FileStores;
  turns: Turns;
  quota: DraftQuota;
  key: SigningKey;
  audit: AuditLog;
  /** What its parts have the core do. */
  hooks: readonly Hooks[];
  /** Rules of the site that its releases are for; null: not known here. */
  site: SiteRules | null;
  /** Where notices are sent; absent: they stand on the board and in the log alone. */
  webhook: WebhookSettings | undefined;
  /** Brings what tabs have reported into the tables, so that a recall knows who runs the build. */
  flushReports: () => Promise<void>;
  /** One line for the log. */
  log: (line: string) => void;
  /** Milliseconds since 1970. */
  now: () => number;
  /** The same by the machine's clock, for times that somebody else has set. */
  wall: () => number;
}
