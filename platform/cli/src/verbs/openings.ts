import { routes } from '@tallystick/registry/contract/routes';
import { requireChannel } from '../channel/known-channel.ts';
import { table } from '../command/table.ts';
import { channelOf, channelOption, type Given, type Verb } from '../command/verb.ts';
import { type Outcome, orFail } from '../outcome.ts';

export const openings: Verb = {
  name: 'openings',
  summary: 'what pages may do beyond the strict policy, for whom, and what it lets in',
  about: `The policy is the page's: what is open for one app, every app of the site can use. Approved is what
a manager has approved for an app (settings APP --approve OPENING); it holds while a build that
declares it may run.`,
  options: { channel: channelOption },
  examples: [['openings', '']],
  run,
};

async function run(given: Given): Promise<Outcome> {
  const channel = channelOf(given);
  await requireChannel(channel, given.client);
  const json = orFail(await given.client.call(routes.openings, { params: { channel } }));
  if (json.length === 0) return { json, text: `Nothing is open in ${channel}.` };
  const rows = json.map(({ opening, bySite, approvedFor, neededBy, letsIn }) => {
    const by = [...(bySite === true ? ['the site'] : []), ...approvedFor];
    return [opening, by.join(', ') || 'nobody', neededBy.join(', ') || '–', letsIn];
  });
  return {
    json,
    text: table(['OPENING', 'OPENED BY, FOR', 'NEEDED BY', 'LETS IN'], rows, given.io),
  };
}
