import * as v from 'valibot';
import type { House } from './house.ts';

const outboxSchema = v.object({
  messages: v.array(v.object({ to: v.string(), text: v.string() })),
});

/** The newest sign-in code that was sent to an address, from a house's local outbox; else ''. */
export async function readCode(
  { ledgerUrl }: Pick<House, 'ledgerUrl'>,
  email: string,
): Promise<string> {
  const response = await fetch(`${ledgerUrl}/sandbox/outbox`, {
    headers: { accept: 'application/json' },
  });
  const { messages } = v.parse(outboxSchema, await response.json());
  const message = messages.find(({ to }) => to === email);
  return /\b\d{6}\b/.exec(message?.text ?? '')?.[0] ?? '';
}
