import type { Waiting } from '../../src/store/schema.ts';
import type { AppNotice } from './app-notices.ts';

/** The part's tables. */
export type WebhookTables = {
  /** Where the team of an app is told of it; the audit log has the digest of each. */
  app_webhook: {
    app: string;
    id: string;
    url: string;
  };
  /** What such a team is told once. */
  app_notice: Waiting<AppNotice> & { app: string };
};
