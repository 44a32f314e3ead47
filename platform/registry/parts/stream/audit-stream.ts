import type { Environment } from '@tallystick/settings/environment';
import { every } from '@tallystick/store/repeat';
import { namesBy } from '../../src/audit/replay.ts';
import { partKind } from '../../src/part/part.ts';
import * as places from './migrations/0019_audit_stream.ts';
import { type Receiver, sendOn } from './send-on.ts';
import { syslogReceiver } from './syslog.ts';
import { webhookReceiver } from './webhook-receiver.ts';

type Settings = Pick<
  Environment,
  'AUDIT_WEBHOOK_URL' | 'AUDIT_WEBHOOK_SECRET' | 'AUDIT_SYSLOG_URL'
>;

export interface AuditStreamOptions {
  environment: Settings;
  /** Whether this process sends. */
  sends: boolean;
}

/** Sends the audit log, entry by entry, to where a company collects its logs. */
export interface AuditStream {
  /** Sends what there is now, as it does by itself every two seconds. */
  send(): Promise<void>;
}

export const auditStream = partKind<AuditStreamOptions, AuditStream>(
  'stream',
  { '0019_audit_stream': places },
  ({ environment, sends }) => ({
    open: ({ db, audit, now, watchPace }) => {
      const receivers = receiversOf(environment);
      const looks = every(watchPace, async () => {
        // Side by side: one that does not answer keeps no other waiting.
        await Promise.all(
          receivers.map((receiver) =>
            sendOn(db, receiver, { now, names: async () => namesBy(await audit.follow()) }),
          ),
        );
      });
      if (!sends || receivers.length === 0) void looks.close();
      return { service: { send: looks.again }, close: looks.close };
    },
  }),
);

function receiversOf({
  AUDIT_WEBHOOK_URL: url,
  AUDIT_WEBHOOK_SECRET: secret,
  AUDIT_SYSLOG_URL: syslog,
}: Settings): Receiver[] {
  return [
    ...(url === undefined
      ? []
      : [webhookReceiver({ url, ...(secret !== undefined && { secret }) })]),
    ...(syslog === undefined ? [] : [syslogReceiver(syslog)]),
  ];
}
