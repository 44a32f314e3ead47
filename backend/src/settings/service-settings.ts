import { amount, anyPort, oneOf, socketPath } from '@tallystick/settings/kinds';
import { setting } from '@tallystick/settings/setting';
import * as v from 'valibot';

const mailBudget = v.pipe(
  v.optional(v.string(), '60/600/3000'),
  v.regex(
    /^[1-9]\d{0,4}(\/[1-9]\d{0,4}){2}$/,
    'is not mails a minute, an hour and a day, such as 60/600/3000',
  ),
  v.transform((text) => {
    const [minute = 0, hour = 0, day = 0] = text.split('/').map(Number);
    return { minute, hour, day };
  }),
);
/** How many sign-in mails are sent at most, to whomever. */
export type MailBudget = v.InferOutput<typeof mailBudget>;

const readBy = ['ledger'];

/** Settings of the ledger service alone. */
export const serviceSettings = {
  BACKEND_SOCKET: setting(socketPath, {
    does: 'unix socket of the ledger service, in place of its port',
    readBy,
    see: 'operations.md#servers',
  }),
  METRICS_PORT: setting(v.optional(anyPort), {
    does: 'port of its metrics; absent: none',
    readBy,
    see: 'observation.md',
  }),
  SERVICE_KEY: setting(oneOf(['keep', 'replace'], 'keep'), {
    does: '`replace`, for one start: take the `service.key` of this server in place of the one that was lost',
    readBy,
    see: 'operations.md#folders',
  }),
  DEMO: setting(oneOf(['on', 'off'], 'on'), {
    does: '`on`: an empty store gets a sample ledger and a slow live feed',
    readBy,
  }),
  MAIL_BUDGET: setting(mailBudget, {
    does: 'sign-in mails a minute, an hour and a day, for all people together',
    readBy,
    see: 'decisions/0053-a-budget-of-mail.md',
  }),
  LIMIT_PER_CREDENTIAL: setting(amount('600000'), {
    does: 'requests a minute of all who use one credential together; beyond: 429',
    readBy,
  }),
};
