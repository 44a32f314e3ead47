import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createRandom, type Random } from '@tallystick/backend/src/sample/random.ts';

/** So many parties for a hundred transfers. */
const partiesPerHundred = 2.2;
const shares = { user: 0.9, creator: 0.08, consumer: 0.016, checker: 0.004 } as const;
export type MadeKind = keyof typeof shares;

/** Days of the ledger: five years. */
const days = 1_826;
const firstDay = Date.UTC(2019, 0, 1);
const msPerDay = 86_400_000;
/** A tenth of all transfers are of one day, after six tenths of the others. */
const great = { from: 0.6, to: 0.7 };

/** How many of 100,000 transfers have each status; the rarest is one in 20,000. */
const statuses = [6_000, 3_000, 2_000, 5, 995, 1_500, 82_000, 3_000, 1_000, 500];

/** Id of the `n`th party of a kind, from 1; the first is the busiest. */
export const partyId = (kind: MadeKind, n: number): string => `${kind.slice(0, 3)}-${n}`;

/** How many parties of a kind a ledger of so many transfers has. */
export const partiesOf = (kind: MadeKind, transfers: number): number =>
  Math.max(2, Math.round((transfers * partiesPerHundred * shares[kind]) / 100));

/** The day of a tenth of all, as `2022-01-01`. */
export const greatDay = dateOf(Math.floor((great.from * days) / (1 - (great.to - great.from))));
function dateOf(day: number): string {
  return new Date(firstDay + day * msPerDay).toISOString().slice(0, 10);
}

/** The time of the transfer that so large a share of all comes before. */
function timeAt(share: number): number {
  const width = great.to - great.from;
  const start = Date.parse(greatDay);
  if (share < great.from) return firstDay + Math.floor(((start - firstDay) * share) / great.from);
  if (share < great.to) return start + Math.floor((msPerDay * (share - great.from)) / width);
  const end = firstDay + days * msPerDay;
  const next = start + msPerDay;
  return next + Math.floor(((end - next) * (share - great.to)) / (1 - great.to));
}

const syllables = 'ba ke li mo nu ra se ti vo za che dri fen gal hos jun'.split(' ');
const given = 'Amara Jun Mette Priya Omar Zofia Camille Thiago Elif Aoife Hana Taras'.split(' ');
const fields = 'University Institute College Academy Registry Bank Hospital Council'.split(' ');

/** Four syllables, another one for each `n` below 65,536. */
function word(n: number): string {
  const parts = [12, 8, 4, 0].map((shift) => syllables[(n >> shift) & 15] ?? '');
  const [first = '', ...rest] = parts.join('');
  return first.toUpperCase() + rest.join('');
}

/** Name of the `n`th party of a kind; people share given names, organisations what they are. */
export function partyName(kind: MadeKind, n: number): string {
  // Neighbours get names that are far apart.
  const own = word(Math.imul(n, 40_503) & 65_535);
  const more = n > 65_535 ? ` ${word(n >> 16)}` : '';
  if (kind === 'user') return `${given[n % given.length]} ${own}${more}`;
  return `${own}${more} ${fields[n % fields.length]}`;
}

/** Ranks by Zipf's law: the second comes up half as often as the first, the third a third as often. */
const rank = (random: Random, count: number): number =>
  Math.min(count, Math.floor((count + 1) ** random.fraction()));

function statusOf(random: Random): number {
  let left = random.fraction() * 100_000;
  const found = statuses.findIndex((share) => {
    left -= share;
    return left < 0;
  });
  return found < 0 ? 6 : found;
}

/** Writes a ledger of so many transfers as lines of input. */
export const writeMadeLedger = (path: string, transfers: number): Promise<void> =>
  pipeline(Readable.from(linesTogether(transfers)), createWriteStream(path));

/** Some hundreds at a time: each part costs a turn of the stream. */
function* linesTogether(transfers: number): Generator<string> {
  let text = '';
  for (const line of madeLines(transfers)) {
    text += line;
    if (text.length < 262_144) continue;
    yield text;
    text = '';
  }
  yield text;
}

/** Parties first, in the order of time: both kinds, all statuses, five years. The same for the same number. */
function* madeLines(transfers: number): Generator<string> {
  const random = createRandom('at size');
  const count = { user: 0, creator: 0, consumer: 0, checker: 0 };
  for (const kind of ['user', 'creator', 'consumer', 'checker'] as const) {
    count[kind] = partiesOf(kind, transfers);
    for (let n = 1; n <= count[kind]; n += 1) {
      const party = { record: 'party', kind, id: partyId(kind, n), name: partyName(kind, n) };
      yield `${JSON.stringify(party)}\n`;
    }
  }
  for (let n = 0; n < transfers; n += 1) {
    const form = random.fraction() < 0.6 ? 'asset' : 'data';
    const kind = form === 'asset' ? 'creator' : random.oneIn(5) ? 'checker' : 'consumer';
    const stat = statusOf(random);
    const transfer = {
      record: 'transfer',
      item: `t-${String(n + 1).padStart(8, '0')}`,
      trxn: random.oneIn(30) ? null : random.hex(40),
      stat,
      feat: { form, sort: 'transfer' },
      crts: timeAt(n / transfers),
      cred: partyId(kind, rank(random, count[kind])),
      debt: partyId('user', rank(random, count.user)),
      vars: stat === 6 ? [{ name: 'rating', memo: 'Trust', data: random.between(-10, 10) }] : [],
    };
    yield `${JSON.stringify(transfer)}\n`;
  }
}
