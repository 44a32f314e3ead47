import { exchangeRoute } from '../../src/contract/exchange.ts';
import { callOf, openCallOf } from '../../src/part/call.ts';
import { partKind } from '../../src/part/part.ts';
import { trustRoutes } from './contract/routes.ts';
import { trustLog } from './log-view.ts';
import { openTrusts, type Trusts } from './open-trusts.ts';
import { openRunTokens } from './run-tokens.ts';

/** Lets runs of pipelines publish without a secret, by what an issuer signs of them. */
export const trust = partKind<void, Trusts>('trust', {}, () => ({
  log: trustLog,
  hasEnded: ({ trust: id }, replay) => id !== undefined && !trustLog.of(replay).has(id),
  open: (context) => {
    const runTokens = openRunTokens(context);
    const service = openTrusts(context, runTokens);
    return { service, bearers: runTokens, calls: callsOf(service) };
  },
}));

function callsOf({ list, add, withdraw, exchange }: Trusts) {
  return {
    trusts: callOf(trustRoutes.trusts, async ({ actor }) => ({
      ok: true,
      value: await list(actor),
    })),
    addTrust: callOf(trustRoutes.addTrust, ({ actor, body }) => add(actor, body)),
    withdrawTrust: callOf(trustRoutes.withdrawTrust, ({ actor, params }) =>
      withdraw(actor, params.id),
    ),
    // Nobody need be known for it: what counts is a signature, which no number of tries finds. An ID token must be for
    // where browsers reach the console.
    exchange: openCallOf(exchangeRoute, ({ body: { idToken, app }, origins: audiences }) =>
      exchange(idToken, { audiences, app }),
    ),
  };
}
