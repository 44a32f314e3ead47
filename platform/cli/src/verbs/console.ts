import { routes } from '@tallystick/registry/contract/routes';
import type { Given, Verb } from '../command/verb.ts';
import { type Outcome, orFail } from '../outcome.ts';

export const consoleLink: Verb = {
  name: 'console',
  summary: 'print a link that signs a browser in to the console',
  about: `Whoever opens it is signed in as the token of this command, once, within ten minutes; the token
itself is not in it.`,
  examples: [['console', '']],
  run,
};

async function run({ client }: Given): Promise<Outcome> {
  const link = orFail(await client.call(routes.signInLink, {}));
  return { json: link, text: link.url };
}
