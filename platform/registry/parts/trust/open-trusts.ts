import { randomBytes } from 'node:crypto';
import type { Exchanged } from '../../src/contract/exchange.ts';
import { type OrRefusal, type Refusal, refusal } from '../../src/contract/problem.ts';
import { type Actor, appsOf, ownApps, rights } from '../../src/contract/tokens.ts';
import { privateAddressNote } from '../../src/network/private-address.ts';
import type { PartContext } from '../../src/part/part.ts';
import { unlessAdministrator } from '../../src/refusals.ts';
import { claimOf, wrongClaim } from './claims.ts';
import { type ListedTrust, type NewTrust, type Trust, trustProblem } from './contract/trust.ts';
import { issuerProblem } from './issuer-address.ts';
import { fetchKeys, NoKeys, openIssuerKeys } from './issuer-keys.ts';
import { trustLog } from './log-view.ts';
import { originOfRun } from './origin-of-run.ts';
import { narrowed, type RunTokens, runToken } from './run-tokens.ts';
import { claimedIssuer, type VerifiedIdToken, verifyIdToken } from './verify-id-token.ts';

/** How long a token that was exchanged is refused again, in milliseconds: longer than any is taken. */
const usedLife = 48 * 3_600_000;

/** The runs that managers trust to publish without a secret. */
export interface Trusts {
  /** The newest first; publishers see those of their apps. */
  list(actor: Actor): Promise<ListedTrust[]>;
  /** Adds a trust, once its issuer has answered with its keys (else `unfit`); `note`: what to know of its address. */
  add(actor: Actor, trust: NewTrust): Promise<OrRefusal<{ trust: Trust; note: string | null }>>;
  /** Withdraws a trust: what was exchanged by it is good no more. */
  withdraw(actor: Actor, id: string): Promise<OrRefusal<Trust>>;
  /**
   * Changes the signed token of a pipeline's run, once, for a release token of minutes.
   *
   * @param audiences of which one must be what the token was made for
   */
  exchange(
    idToken: string,
    options: { audiences: readonly string[]; app?: string | undefined },
  ): Promise<OrRefusal<Exchanged>>;
}

/** A trust stands in the audit log alone; only issuers that one names are ever asked for their keys. */
export function openTrusts(
  { audit, write, shortLived, now, wall }: PartContext,
  runTokens: Pick<RunTokens, 'issue'>,
): Trusts {
  const keys = openIssuerKeys(now);

  /** Trusts that are good now: where an entry of the log is missing, it may have withdrawn those from before. */
  async function goodTrusts(): Promise<Trust[]> {
    return [...trustLog.of(await audit.follow()).values()].flatMap(({ trust, sequence }) =>
      audit.isDoubtful(sequence) ? [] : [trust],
    );
  }

  async function exchange(
    idToken: string,
    { audiences, app }: Parameters<Trusts['exchange']>[1],
  ): ReturnType<Trusts['exchange']> {
    const issuer = claimedIssuer(idToken);
    if (issuer === null)
      return refusal('unauthorized', 'This is no ID token: it is no signed JWT.');
    const named = (await goodTrusts()).filter(
      (one) => one.issuer === issuer && (app === undefined || appsOf(one).includes(app)),
    );
    const honoured = named.filter((one) => trustProblem(one) === null);
    if (honoured.length === 0) return untrusted(issuer, app, named);
    const verified = await verifyIdToken(idToken, keys, { issuer, audiences, wall });
    if (!verified.ok) return verified;
    const trust = chooseTrust(honoured, verified.value, app);
    if (!trust.ok) return trust;
    return await issue(trust.value, verified.value, app);
  }

  async function issue(
    trust: Trust,
    { payload, hash }: VerifiedIdToken,
    only: string | undefined,
  ): ReturnType<Trusts['exchange']> {
    const origin = originOfRun(trust.issuer, payload);
    const actor = { tokenId: `run-${randomBytes(8).toString('hex')}`, name: nameOf(payload) };
    const { id } = trust;
    const given = narrowed(trust, only);
    // All or nothing: the ID token is not used up by an exchange that fails.
    return write(async ({ trx, replay, append }) => {
      // Its issuer may have taken long to answer with its keys.
      if (!trustLog.of(replay).has(id)) return untrusted(trust.issuer, given.app);
      if (!(await shortLived.claim(`id-token ${hash}`, now() + usedLife, trx))) {
        const problem =
          'This ID token was used before: each is good once. Ask for another, or exchange it once and hand on the token (token exchange).';
        return refusal('unauthorized', problem);
      }
      await append(actor, 'token-exchange', { trust: id, ...given, run: origin });
      const expiresAt = new Date(now() + runToken.life).toISOString();
      const secret = await runTokens.issue(
        { ...actor, trust: id, verified: origin, ...(only && { only }), expiresAt },
        trx,
      );
      return { ok: true, value: { secret, name: actor.name, ...given, expiresAt } };
    });
  }

  return {
    list: async (actor) => listedFor(actor, await goodTrusts()),
    add: async (actor, wanted) => {
      const mayNot = unlessAdministrator(actor, 'say who is trusted');
      if (mayNot) return mayNot;
      const problem = issuerProblem(wanted.issuer);
      if (problem !== null) return refusal('invalid', `issuer: ${wanted.issuer} ${problem}`);
      try {
        await fetchKeys(wanted.issuer);
      } catch (error) {
        if (error instanceof NoKeys) return refusal('unfit', error.message);
        throw error;
      }
      const note = await privateAddressNote(wanted.issuer, 'fetches its keys');
      return write(async ({ at, append }) => {
        const id = randomBytes(4).toString('hex');
        const trust = { ...wanted, id, createdAt: at, createdBy: actor.name };
        await append(actor, 'trust', trust);
        return { ok: true, value: { trust, note } };
      });
    },
    withdraw: async (actor, id) => {
      const mayNot = unlessAdministrator(actor, 'say who is trusted');
      if (mayNot) return mayNot;
      return write(async ({ replay, append }) => {
        const trust = trustLog.of(replay).get(id)?.trust;
        if (trust === undefined) return refusal('unknown', `there is no trust ${id}`);
        await append(actor, 'distrust', {
          id,
          app: trust.app,
          ...(trust.others && { others: trust.others }),
          issuer: trust.issuer,
        });
        return { ok: true, value: trust };
      }, 'urgent');
    },
    exchange,
  };
}

/** Those that an actor is told of, the newest first. */
function listedFor({ scope }: Actor, trusts: readonly Trust[]): ListedTrust[] {
  const own = ownApps(scope);
  return trusts
    .filter((trust) => own === null || appsOf(trust).some((app) => own.includes(app)))
    .reverse()
    .map((trust) => {
      const problem = trustProblem(trust);
      return problem === null ? trust : { ...trust, problem };
    });
}

/** @param refused trusts that name the issuer and are not honoured */
function untrusted(issuer: string, app = 'any app', refused: readonly Trust[] = []): Refusal {
  const problem = `Nobody trusts the issuer ${issuer} for ${app}; a manager does by: trust APP --issuer …`;
  const [first] = refused.map((one) => `Trust ${one.id}: ${trustProblem(one)}`);
  return refusal('forbidden', first === undefined ? problem : `${problem} ${first}`);
}

/** The trust that gives a token most, among those of the same apps; what does not fit is told by the token's own words. */
function chooseTrust(
  named: readonly Trust[],
  { payload }: VerifiedIdToken,
  only: string | undefined,
): OrRefusal<Trust> {
  const fitting = named.filter((trust) => wrongClaim(trust, payload) === null);
  const kinds = new Set(fitting.map((trust) => appsOf(trust).sort().join(', ')));
  if (only === undefined && kinds.size > 1) {
    const apps = [...new Set(fitting.flatMap(appsOf))].sort().join(', ');
    const problem = `This run is trusted for several apps, ${apps}: say which (RELEASE_APP).`;
    return refusal('invalid', problem);
  }
  const [best] = fitting.sort((one, other) => rights.indexOf(other.may) - rights.indexOf(one.may));
  if (best !== undefined) return { ok: true, value: best };
  const told = named.map((trust) => {
    const claim = wrongClaim(trust, payload) ?? '';
    return `${appsOf(trust).join(', ')} (trust ${trust.id}): ${claim}=${claimOf(payload, claim) ?? 'missing'}`;
  });
  const problem = `The ID token is good, and not of who is trusted. What is otherwise in it: ${told.slice(0, 5).join('; ')}.`;
  return refusal('forbidden', problem);
}

/** The name under which the history shows what a run did. */
function nameOf(payload: Parameters<typeof claimOf>[0]): string {
  const of = (...names: string[]) => names.map((name) => claimOf(payload, name)).find(Boolean);
  const who = of('repository', 'project_path', 'sub') ?? '';
  const run = of('run_id', 'pipeline_id');
  const name = `CI of ${who}${run === undefined ? '' : `, run ${run}`}`;
  return name.replaceAll(/[^\x20-\x7e]/g, '?').slice(0, 100);
}
