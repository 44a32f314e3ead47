import type { Metrics } from '@tallystick/guard/metrics/metrics';
import type { FastifyPluginAsync } from 'fastify';
import { openServiceKey } from '../keys/service-key.ts';
import { startPruning } from '../service/pruning.ts';
import type { LedgerEnvironment } from '../settings/ledger-environment.ts';
import { localOutbox } from '../settings/local-outbox.ts';
import type { Store } from '../store/store.ts';
import { codeCalls } from './code-calls.ts';
import { createCodes } from './codes.ts';
import { type DeliverySettings, startDelivery } from './delivery.ts';
import { countMails } from './mail-budget.ts';
import { createMailQueue } from './mail-queue.ts';
import { outboxRoute } from './outbox-route.ts';
import { createSeal } from './seal.ts';
import { createSmtp } from './smtp.ts';
import { createVisits } from './visits.ts';

export interface SandboxOptions {
  store: Pick<Store, 'db'>;
  environment: Pick<
    LedgerEnvironment,
    | 'DATA_DIR'
    | 'LEDGER_TOKEN'
    | 'LEDGER_URL'
    | 'MAIL_BUDGET'
    | 'PRODUCT_NAME'
    | 'SITE_URL'
    | 'SMTP_URL'
  >;
  metrics?: Metrics | undefined;
  /** The time of the store. */
  now: () => number;
  delivery?: Partial<DeliverySettings>;
}

const failureLines = {
  down: 'the mail server takes no mail; codes wait and are sent when it is back',
  refused: 'the mail server refused a sign-in code',
  store: 'the queue of mails cannot be read or written',
};

/**
 * Sign-in by a code sent to an e-mail address. Codes are kept as docs/decisions/0014-sign-in-codes.md
 * says; neither a code nor an address is ever logged. The two calls want the ledger's credential;
 * the outbox does not, it is for this machine only.
 */
export const sandbox: FastifyPluginAsync<SandboxOptions> = async (app, options) => {
  const { store, environment, now, delivery: settings } = options;
  const { MAIL_BUDGET: budget, PRODUCT_NAME: productName } = environment;
  const { SITE_URL: site, SMTP_URL: url } = environment;
  const { db } = store;
  const key = await openServiceKey(environment.DATA_DIR);
  const seal = createSeal(key('sandbox-mail'));
  const codes = createCodes({ db, key: key('sandbox-code'), seal, now });
  const visits = createVisits({ db, key: key('sandbox-visit'), now });
  const queue = createMailQueue({ db, seal, now });
  const mails = countMails({ db, key: key('sandbox-visit'), budget, now });
  startPruning(app, queue, visits, codes, mails);

  let onMail: (() => void) | undefined;
  if (url !== undefined) {
    const from = { name: productName, address: `no-reply@${new URL(site).hostname}` };
    const delivery = startDelivery({
      queue,
      send: createSmtp({ url, from }),
      productName,
      onFailure: (what, kind) => app.log.error({ kind }, failureLines[what]),
      ...(settings && { settings }),
    });
    app.addHook('onClose', () => delivery.close());
    onMail = delivery.wake;
    const { metrics } = options;
    metrics?.measure({ name: 'mails_waiting', help: 'Mails that wait to be sent' }, queue.count);
  } else if (localOutbox(environment) !== undefined) {
    await app.register(outboxRoute, { queue, productName, origin: environment.LEDGER_URL });
    onMail = () => {};
  } else {
    app.log.error('SMTP_URL is not set, so no sign-in code can be sent');
  }

  await app.register(codeCalls, {
    codes,
    visits,
    // Mails in the local outbox are not sent, so they need no budget.
    mails: url === undefined ? undefined : mails,
    onMail,
    credential: environment.LEDGER_TOKEN,
  });
};
