import * as v from 'valibot';
import { matching, safeAddress } from '../kinds.ts';
import { setting } from '../setting.ts';

const readBy = ['admin'];

/** Where the audit log is sent, entry by entry. */
export const auditing = {
  AUDIT_WEBHOOK_URL: setting(v.optional(safeAddress('https://collector.example/audit')), {
    does: 'where each entry of the audit log is posted (https, or this machine); absent: nowhere',
    readBy,
    secret: true,
    see: 'releases.md#the-audit-log',
  }),
  AUDIT_WEBHOOK_SECRET: setting(
    v.optional(v.pipe(v.string(), v.minLength(16, 'is shorter than 16 letters'))),
    { does: 'signs what is posted there; 16 letters or more', readBy, secret: true },
  ),
  AUDIT_SYSLOG_URL: setting(
    v.optional(
      matching(
        /^(tls|tcp):\/\/([\w.-]+|\[[\da-f:]+\]):\d{1,5}$/i,
        'is not an address such as tls://collector.example:6514',
      ),
    ),
    {
      does: 'a syslog collector that gets the same (RFC 5424 over TLS, or over plain `tcp://`); absent: none',
      readBy,
      see: 'releases.md#the-audit-log',
    },
  ),
};
