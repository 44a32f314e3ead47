import { setTimeout as wait } from 'node:timers/promises';
import { startMailServer } from '@tallystick/e2e/src/house/mail-server.ts';
import { readCode } from '@tallystick/e2e/src/house/outbox.ts';
import * as v from 'valibot';
import { addressIn } from '../../http/call.ts';
import { askLedger } from '../../http/ledger-call.ts';
import type { Attack } from './attack.ts';
import type { Target } from './target/target.ts';

const hour = 3_600_000;
/** Seconds after which somebody still tries again. */
const soon = 60;
/** So many mails to one person within minutes are a nuisance. */
const maxMails = 10;
const issuedSchema = v.object({ data: v.object({ trxn: v.string() }) });

function createCode({ servers }: Target, user: string, from = '127.0.0.1') {
  return askLedger(servers.ledgerUrl, 'sandbox/code.create', { user }, { from });
}

/** Asks for a code and reads it. */
async function getCode(target: Target, user: string, from?: string) {
  const { text } = await createCode(target, user, from);
  const { trxn } = v.parse(issuedSchema, JSON.parse(text)).data;
  return { trxn, code: await readCode(target.servers, user) };
}

/** Wrong codes from an address; thirty are counted. */
const wrongCodes = 40;

/** What is done to people who sign in. */
export const peopleAttacks: readonly Attack[] = [
  {
    name: 'attack-wrong-codes',
    what: 'Forty wrong codes from the address that an honest person with the right one has too',
    async attack(target) {
      const from = '127.0.0.9';
      const check = (data: object) =>
        askLedger(target.servers.ledgerUrl, 'sandbox/code.check', data, { from });
      const user = 'ann@example.org';
      const { trxn, code } = await getCode(target, user, from);
      const statuses: number[] = [];
      for (let n = 0; n < wrongCodes; n += 1) {
        statuses.push((await check({ user: 'bob@example.org', trxn, code })).status);
      }
      const refused = statuses.filter((status) => status === 429).length;
      const { status } = await check({ user, trxn, code });
      return {
        blocked: status === 200 && refused === wrongCodes - 30,
        summary: `${refused} of ${wrongCodes} wrong ones are answered 429, the right one ${status}`,
      };
    },
  },
  {
    name: 'attack-mail',
    what: 'Codes for 300 addresses with a plus, all of one person, asked for from 64 addresses',
    async attack(target) {
      await using ended = new AsyncDisposableStack();
      const mails = ended.adopt(await startMailServer(), (server) => server.stop());
      await target.servers.ledger.kill();
      await target.servers.ledger.start({ SMTP_URL: `smtp://127.0.0.1:${mails.port}` });
      const users = Array.from({ length: 300 }, (_, n) => `ann+${n}@example.org`);
      for (const [n, user] of users.entries()) await createCode(target, user, addressIn(0, n));
      const sent = () =>
        [...users, 'ann@example.org'].filter((user) => mails.codeFor(user) !== undefined).length;
      for (let before = -1; sent() !== before; ) {
        before = sent();
        await wait(3_000);
      }
      return { blocked: sent() <= maxMails, summary: `${sent()} mails were sent` };
    },
  },
  {
    name: 'attack-clock-ahead',
    what: 'The clock goes an hour ahead, and back; somebody asks for a code',
    async attack(target) {
      target.servers.advance(hour);
      await wait(500);
      await createCode(target, 'ann@example.org');
      target.servers.advance(-hour);
      await wait(500);
      // Longer than from one code to the next.
      target.servers.advance(90_000);
      await wait(500);
      const { status, headers } = await createCode(target, 'ann@example.org');
      return {
        blocked: status === 200 || Number(headers['retry-after']) <= soon,
        summary: status === 200 ? 'a code comes' : `refused for ${headers['retry-after']} s`,
      };
    },
  },
  {
    name: 'attack-clock-back',
    what: 'A code expires, then the clock goes back; somebody tries the code',
    async attack(target) {
      const { servers } = target;
      const user = 'ann@example.org';
      const { trxn, code } = await getCode(target, user);
      const check = (tried: string) =>
        askLedger(servers.ledgerUrl, 'sandbox/code.check', { user, trxn, code: tried });
      servers.advance(10 * 60_000);
      await wait(500);
      // Seen to be expired: what is noticed then counts.
      const expired = await check(code === '111111' ? '222222' : '111111');
      servers.advance(-10 * 60_000);
      await wait(500);
      const { status } = await check(code);
      return {
        blocked: code !== '' && expired.status === 403 && status !== 200,
        summary: status === 200 ? 'the expired code is good again' : `refused (${status})`,
      };
    },
  },
];
