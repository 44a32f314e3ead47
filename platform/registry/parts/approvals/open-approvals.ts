import { randomBytes } from 'node:crypto';
import * as v from 'valibot';
import { notAllowed } from '../../src/channel/decide.ts';
import type { HoldUp } from '../../src/channel/hold-up.ts';
import { type NamedChange, namedChangeSchema } from '../../src/contract/change-request.ts';
import type { Revision } from '../../src/contract/channel.ts';
import { type OrRefusal, type Refusal, refusal } from '../../src/contract/problem.ts';
import { type Actor, theRegistry } from '../../src/contract/tokens.ts';
import type { PartContext } from '../../src/part/part.ts';
import { unlessAdministrator } from '../../src/refusals.ts';
import type { ApprovalAnswer, Approvals, Asked } from './contract/approvals.ts';
import { approvalLog, areSame, whoIs } from './log-view.ts';

/** How many changes may wait in a channel: more are a mistake, or a flood. */
const maxWaiting = 50;

/** Changes that wait for a second person. They stand in the audit log alone. */
export interface ApprovalDesk {
  state(actor: Actor, channel: string): Promise<Approvals>;
  setRule(
    actor: Actor,
    channel: string,
    rule: { asks: boolean; reason: string },
  ): Promise<OrRefusal<Approvals>>;
  /** Approves a change and makes it, or declines it; whoever asked for it may only take it back. */
  answer(
    actor: Actor,
    of: { channel: string; id: string },
    answer: ApprovalAnswer,
  ): Promise<OrRefusal<{ revision: number | null }>>;
  readonly holdUp: HoldUp;
}

export function openApprovalDesk(context: PartContext): ApprovalDesk {
  const { audit, write } = context;
  const view = async () => approvalLog.of(await audit.follow());

  async function state(actor: Actor, channel: string): Promise<Approvals> {
    const known = await view();
    const me = whoIs(actor, known);
    const waiting = [...known.waiting.values()].filter((one) => one.channel === channel);
    return {
      asks: known.asking.has(channel),
      waiting: waiting.map(({ who, ...asked }) => ({ ...asked, own: areSame(me, who) })),
    };
  }

  /** Takes a change out of those that wait. */
  const settle = (actor: Actor, { id, channel }: Asked, detail: object) =>
    write(async ({ append }) => {
      await append(actor, 'approval-answer', { id, channel, ...detail });
      return { ok: true, value: null };
    });

  async function approve(
    actor: Actor,
    asked: Asked,
  ): Promise<OrRefusal<{ revision: number | null }>> {
    const { channel, change, wouldBe, by } = asked;
    const mayNot = notAllowed(actor, change);
    if (mayNot) return mayNot;
    // History says both names; what may be done is what whoever approves may do.
    const both = { ...actor, name: `${by}, approved by ${actor.name}` };
    const request = { change, seen: wouldBe.revision - 1, dryRun: false };
    const made = await context.changesOf(channel).request(both, request);
    if (!made.ok) return made;
    const { outcome, revision } = made.value;
    const number = outcome === 'made' ? revision.revision : null;
    const settled = await settle(actor, asked, { answer: 'approve', revision: number });
    return settled.ok ? { ok: true, value: { revision: number } } : settled;
  }

  return {
    state,
    setRule: async (actor, channel, rule) => {
      const mayNot = unlessAdministrator(actor, 'say which channels ask for a second person');
      if (mayNot) return mayNot;
      const set = await write(async ({ append }) => {
        await append(actor, 'approval-rule', { channel, ...rule });
        return { ok: true, value: null };
      }, 'urgent');
      return set.ok ? { ok: true, value: await state(actor, channel) } : set;
    },
    answer: async (actor, { channel, id }, answer) => {
      const known = await view();
      const asked = known.waiting.get(id);
      if (asked === undefined || asked.channel !== channel) {
        return refusal('unknown', `nothing of the name ${id} waits in ${channel}`);
      }
      const isOwn = areSame(whoIs(actor, known), asked.who);
      if (answer.answer === 'approve') {
        return isOwn ? ownChange(asked) : await approve(actor, asked);
      }
      const mayNot = isOwn ? null : notAllowed(actor, asked.change);
      if (mayNot) return mayNot;
      const settled = await settle(actor, asked, answer);
      return settled.ok ? { ok: true, value: { revision: null } } : settled;
    },
    holdUp: async (channel, actor) => {
      const known = await view();
      if (!known.asking.has(channel) || actor.tokenId === theRegistry.tokenId) return null;
      return (change, wouldBe) => putDown(context, { actor, channel, change, wouldBe });
    },
  };
}

interface Wanted {
  actor: Actor;
  channel: string;
  change: NamedChange;
  /** What the change would make of the channel now. */
  wouldBe: Revision;
}

async function putDown(
  { write, notify }: PartContext,
  { actor, channel, change, wouldBe }: Wanted,
): Promise<Refusal> {
  const put = await write(async ({ trx, replay, at, append }): Promise<OrRefusal<string>> => {
    const here = [...approvalLog.of(replay).waiting.values()].filter(
      (one) => one.channel === channel,
    );
    // Somebody who asks for the same again has not seen that it waits.
    const same = here.find((one) => one.by === actor.name && isSame(one.change, change));
    if (same !== undefined) return { ok: true, value: same.id };
    if (here.length >= maxWaiting) {
      return refusal(
        'limited',
        `${here.length} changes wait in ${channel} already.`,
        look(channel),
      );
    }
    const id = randomBytes(3).toString('hex');
    const { revision, kind, moves, recalled, arranged, endedPreviews } = wouldBe;
    const asked: Asked = {
      ...{ id, channel, change, by: actor.name, at },
      wouldBe: {
        ...{ revision, kind, moves, recalled },
        ...(arranged && { arranged }),
        ...(endedPreviews && { endedPreviews }),
      },
    };
    await append(actor, 'approval-ask', { ...asked });
    const [app = 'shell', ...others] = moves.map((move) => move.app);
    const apps = [app, ...others].join(', ');
    const text = `${actor.name} asks for a second person: ${kind} of ${apps}, ${change.reason}`;
    const about = { kind: 'waiting', channel, app, revision: revision - 1 };
    await notify(trx, `approval ${id}`, { ...about, at, text });
    return { ok: true, value: id };
  });
  return put.ok ? waits(channel, put.value) : put;
}

function isSame(one: NamedChange, other: NamedChange): boolean {
  const [first, second] = [one, other].map((each) =>
    JSON.stringify(v.parse(namedChangeSchema, each)),
  );
  return first === second;
}

const inChannel = (channel: string) => (channel === 'production' ? '' : ` --channel ${channel}`);
const look = (channel: string) => `Look at them: approvals list${inChannel(channel)}.`;

function waits(channel: string, id: string): Refusal {
  return refusal(
    'waiting',
    `${channel} asks for a second person: this waits as ${id}, and nothing has changed.`,
    `Somebody else: approvals approve ${id}${inChannel(channel)}.`,
  );
}

function ownChange({ id, channel }: Asked): Refusal {
  const problem = `You have asked for ${id} yourself: somebody else has to approve it.`;
  return refusal(
    'forbidden',
    problem,
    `To take it back: approvals decline ${id}${inChannel(channel)}.`,
  );
}
