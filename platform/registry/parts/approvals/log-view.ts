import { channelNameSchema } from '@tallystick/contract/release';
import * as v from 'valibot';
import { logView } from '../../src/audit/log-view.ts';
import { type Actor, personSchema } from '../../src/contract/tokens.ts';
import { type Asked, askedSchema } from './contract/approvals.ts';

const ruleSchema = v.object({ channel: channelNameSchema, asks: v.boolean() });
const answerSchema = v.object({ id: v.string() });
const doneBySchema = v.object({ token: v.string(), person: v.exactOptional(personSchema) });
const tokenSchema = v.object({ id: v.string(), person: v.exactOptional(personSchema) });

/** Who somebody is, as far as it is known. */
interface Who {
  name: string;
  /** The person, or the one who has made the token; else the token's own id. */
  subject: string;
}

interface State {
  /** Channels that ask for a second person. */
  asking: Set<string>;
  /** What waits, by its id. */
  waiting: Map<string, Asked & { who: Who }>;
  /** Who has made each token that a person has made, by its id. */
  makers: Map<string, string>;
}

export const approvalLog = logView<State>(
  () => ({ asking: new Set(), waiting: new Map(), makers: new Map() }),
  (state, { action, detail, by }) => {
    if (action === 'approval-rule') {
      const { channel, asks } = v.parse(ruleSchema, detail);
      if (asks) state.asking.add(channel);
      else state.asking.delete(channel);
    } else if (action === 'approval-ask') {
      const asked = v.parse(askedSchema, detail);
      const { token: tokenId, person } = v.parse(doneBySchema, detail);
      const who = whoIs({ tokenId, name: by, ...(person && { person }) }, state);
      state.waiting.set(asked.id, { ...asked, who });
    } else if (action === 'approval-answer') {
      state.waiting.delete(v.parse(answerSchema, detail).id);
    } else if (action === 'token-create') {
      const { id, person } = v.parse(tokenSchema, detail);
      if (person !== undefined) state.makers.set(id, person.subject);
    }
  },
);

export function whoIs(
  { tokenId, name, person }: Pick<Actor, 'tokenId' | 'name' | 'person'>,
  { makers }: Pick<State, 'makers'>,
): Who {
  return { name, subject: person?.subject ?? makers.get(tokenId) ?? `token ${tokenId}` };
}

/** Whether two are known to be one person, who cannot approve what they have asked for. */
export function areSame(one: Who, other: Who): boolean {
  return one.subject === other.subject || one.name === other.name;
}
