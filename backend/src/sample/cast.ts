import type { PartyKind } from '@tallystick/shared/contracts/party';
import type { PartyRecord } from '../ledger/ledger-record.ts';
import { checkers, consumers, creators } from './organisations.ts';
import { personName } from './people.ts';
import type { Trade } from './variables.ts';

const parties = (kind: PartyKind, of: readonly { id: string; name: string }[]): PartyRecord[] =>
  of.map(({ id, name }) => ({ record: 'party', kind, id, name }));

const person = (n: number) => ({ id: `usr-${20_931 + n * 137}`, name: personName(n) });

/** Data owners; the first are the busiest. */
export const users: readonly [{ id: string; name: string }, ...{ id: string; name: string }[]] = [
  person(0),
  ...Array.from({ length: 111 }, (_, n) => person(n + 1)),
];

/** Everyone who takes part in the sample and in simulated transfers: the same people each time. */
export const cast: readonly PartyRecord[] = [
  ...parties('creator', creators),
  ...parties('consumer', consumers),
  ...parties('checker', checkers),
  ...parties('user', users),
];

const trades = new Map<string, Trade>(
  [...creators, ...consumers, ...checkers].map(({ id, trade }) => [id, trade]),
);

/** What the organisation of this id issues or asks for; undefined if it is not of the cast. */
export const tradeOf = (id: string): Trade | undefined => trades.get(id);
