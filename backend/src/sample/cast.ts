import type { PartyKind } from '@tallystick/shared/contracts/party';
import type { PartyRecord } from '../ledger/ledger-record.ts';
import { checkers, consumers, creators } from './organisations.ts';
import { personName } from './people.ts';
import type { Trade } from './variables.ts';

const party = (kind: PartyKind, { id, name }: { id: string; name: string }): PartyRecord => ({
  record: 'party',
  kind,
  id,
  name,
});

const person = (n: number) => ({ id: `usr-${20_931 + n * 137}`, name: personName(n) });

/** Data owners; the first are the busiest. */
export const users: readonly [{ id: string; name: string }, ...{ id: string; name: string }[]] = [
  person(0),
  ...Array.from({ length: 111 }, (_, n) => person(n + 1)),
];

/** Everyone who takes part in the sample and in simulated transfers: the same people each time. */
export const cast: readonly PartyRecord[] = [
  ...creators.map((creator) => party('creator', creator)),
  ...consumers.map((consumer) => party('consumer', consumer)),
  ...checkers.map((checker) => party('checker', checker)),
  ...users.map((user) => party('user', user)),
];

const trades = new Map<string, Trade>(
  [...creators, ...consumers, ...checkers].map(({ id, trade }) => [id, trade]),
);

/** What the organisation of this id issues or asks for; undefined if it is not of the cast. */
export function tradeOf(id: string): Trade | undefined {
  return trades.get(id);
}
