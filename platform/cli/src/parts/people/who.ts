import { peopleRoutes } from '@tallystick/registry/parts/people/contract/routes';
import { ago } from '../../command/figures.ts';
import { type Cell, table } from '../../command/table.ts';
import type { Given, Verb } from '../../command/verb.ts';
import { fail, type Outcome, orFail } from '../../outcome.ts';
import { describeScope } from '../../verbs/tokens.ts';

export const who: Verb = {
  name: 'who',
  takes: '[end ID]',
  summary: 'who is signed in, and ending a sign-in',
  about: 'Administrators see and end the sign-ins of all, others their own. It is over at once.',
  examples: [
    ['who', ''],
    ['who end person-0123456789abcdef', ''],
  ],
  run: async (given) => {
    const [what, id, ...others] = given.words;
    if (what === undefined) return await list(given);
    if (what !== 'end' || id === undefined || others.length > 0) {
      fail('usage', 'who is followed by nothing, or by end ID.');
    }
    orFail(await given.client.call(peopleRoutes.endSession, { params: { id } }));
    return { json: { ended: id }, text: `The sign-in ${id} is over.` };
  },
};

async function list({ client, io }: Given): Promise<Outcome> {
  const sessions = orFail(await client.call(peopleRoutes.sessions, {}));
  const heading = ['NAME', 'MAY', 'AT', 'USED', 'UNTIL', 'ID'];
  const rows = sessions.map((one): Cell[] => [
    one.name,
    describeScope(one.scope),
    one.at,
    ago(one.seenAt, io.now()),
    `${one.endsAt.slice(0, 16).replace('T', ' ')} UTC`,
    one.id,
  ]);
  return { json: sessions, text: table(heading, rows, io) };
}
