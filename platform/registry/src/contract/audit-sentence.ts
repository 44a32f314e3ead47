import * as v from 'valibot';
import type { AuditEntry } from './history.ts';
import { buildNames } from './provenance.ts';
import { everyApp, minuteOf } from './scalars.ts';

// Details of entries as far as a sentence needs them. Versions of before wrote less, so much of it may be missing.

const text = v.optional(v.string());
const canary = v.nullish(v.object({ build: v.string(), percent: v.number() }));
const apps = { app: v.string(), others: v.optional(v.array(v.string()), []) };
const build = { app: v.string(), build: v.string() };

const moveSchema = v.object({
  app: v.string(),
  from: v.nullish(v.string()),
  to: v.nullish(v.string()),
  canaryFrom: canary,
  canaryTo: canary,
});
const revisionSchema = v.object({
  channel: v.string(),
  kind: v.string(),
  reason: text,
  moves: v.array(moveSchema),
  arranged: v.optional(v.object({ slot: v.string() })),
});

/** What builds are called; without more, by the hash of their content. */
type NameOf = (build: string) => string;
const byContent = buildNames([]);

/** What is said of an entry after who did it, from its detail; a reason follows a colon. */
const said: { readonly [Action in AuditEntry['action']]: Saying } = {
  publish: reading(v.object({ ...build, previewOnly: v.optional(v.boolean()) }), (one, nameOf) => {
    return `published ${named(one, nameOf)}${one.previewOnly ? ' for previews alone' : ''}`;
  }),
  change: reading(v.object({ revision: revisionSchema }), ({ revision }, nameOf) =>
    changeWords(revision, nameOf),
  ),
  lock: reading(v.object({ app: v.string(), channel: v.string(), reason: text }), (of) => {
    const what = of.app === everyApp ? `froze ${of.channel}` : `locked ${of.app} in ${of.channel}`;
    return because(what, of.reason);
  }),
  unlock: reading(v.object({ app: v.string(), channel: v.string(), reason: text }), (of) => {
    const isFreeze = of.app === everyApp;
    const what = isFreeze ? `unfroze ${of.channel}` : `unlocked ${of.app} in ${of.channel}`;
    return because(what, of.reason);
  }),
  train: reading(
    v.object({
      channel: v.string(),
      builds: v.record(v.string(), v.string()),
      at: v.string(),
      reason: text,
    }),
    ({ channel, builds, at, reason }, nameOf) => {
      const on = Object.entries(builds).map(([app, of]) => named({ app, build: of }, nameOf));
      return because(`planned ${listed(on)} for ${channel} at ${minuteOf(at)}`, reason);
    },
  ),
  'train-end': reading(
    v.object({ id: v.string(), state: v.string(), problem: text }),
    ({ id, state, problem }) => because(`${state} the train ${id}`, problem),
  ),
  'sign-in': () => 'signed in',
  'session-end': reading(v.object({ of: text }), ({ of = 'somebody' }) => {
    return `ended a sign-in of ${of}`;
  }),
  'break-glass': () => 'used a break-glass token',
  'approval-rule': reading(
    v.object({ channel: v.string(), asks: v.boolean(), reason: text }),
    ({ channel, asks, reason }) => {
      const what = asks ? 'asked for a second person' : 'asked no more for a second person';
      return because(`${what} in ${channel}`, reason);
    },
  ),
  'approval-ask': reading(
    v.object({
      channel: v.string(),
      change: v.object({ reason: text }),
      wouldBe: v.object({ kind: v.string(), moves: v.array(moveSchema) }),
    }),
    ({ channel, change, wouldBe }) => {
      const apps = listed(wouldBe.moves.map(({ app }) => app));
      return because(`asked to ${wouldBe.kind} ${apps} in ${channel}`, change.reason);
    },
  ),
  'approval-answer': reading(
    v.object({ id: v.string(), channel: v.string(), answer: v.string(), reason: text }),
    ({ id, channel, answer, reason }) => {
      const verb = answer === 'approve' ? 'approved' : 'declined';
      return because(`${verb} ${id} in ${channel}`, reason);
    },
  ),
  settings: reading(v.object({ app: v.string(), reason: text }), ({ app, reason }) =>
    because(`set limits and approvals of ${app}`, reason),
  ),
  'token-create': reading(
    v.object({ name: v.string(), scope: v.object({ kind: v.string(), app: text }) }),
    ({ name, scope: { kind, app } }) =>
      `made the token ${name}, ${kind}${app === undefined ? '' : ` of ${app}`}`,
  ),
  'token-revoke': reading(
    v.object({ id: v.string(), name: text }),
    ({ id, name = id }) => `revoked the token ${name}`,
  ),
  gc: reading(v.object({ deleted: v.array(v.object(build)) }), ({ deleted }, nameOf) => {
    const few = deleted.slice(0, 5).map((one) => named(one, nameOf));
    const more = deleted.length > few.length ? [`${deleted.length - few.length} more`] : [];
    return `deleted ${deleted.length === 0 ? 'no build' : listed([...few, ...more])}`;
  }),
  trust: reading(
    v.object({ ...apps, issuer: v.string(), may: v.optional(v.string(), 'publish') }),
    ({ app, others, issuer, may }) =>
      `trusted pipelines of ${issuer} to ${may} ${listed([app, ...others])}`,
  ),
  distrust: reading(v.object(apps), ({ app, others }) => {
    return `withdrew the trust in pipelines of ${listed([app, ...others])}`;
  }),
  'token-exchange': reading(v.object({ app: text }), ({ app }) =>
    app === undefined ? 'signed in as a pipeline' : `signed in as a pipeline of ${app}`,
  ),
  'preview-link': reading(v.object({ ...build, channel: v.string() }), (one, nameOf) => {
    return `made a preview of ${named(one, nameOf)} in ${one.channel}`;
  }),
  'preview-end': reading(
    v.object({ id: v.string(), app: text, build: text }),
    ({ id, app, build: of }, nameOf) =>
      `ended the preview ${app && of ? `of ${named({ app, build: of }, nameOf)}` : id}`,
  ),
  webhook: reading(v.object({ app: v.string(), origin: v.string(), reason: text }), (of) => {
    return because(`set the webhook of ${of.app} to ${of.origin}`, of.reason);
  }),
  'webhook-remove': reading(v.object({ app: v.string(), reason: text }), ({ app, reason }) =>
    because(`removed the webhook of ${app}`, reason),
  ),
};

/** What an entry of the audit log says, as a person would: `Maria promoted abc1234 of mfe-notes to …: why`. */
export function sentenceOf(
  { by, action, detail }: Pick<AuditEntry, 'by' | 'action' | 'detail'>,
  nameOf: NameOf = byContent,
): string {
  return `${by} ${said[action](detail, nameOf)}`;
}

type Moved = v.InferOutput<typeof moveSchema>;

function changeWords(
  { kind, channel, reason, moves, arranged }: v.InferOutput<typeof revisionSchema>,
  nameOf: NameOf,
) {
  const what =
    arranged === undefined
      ? movesWords(kind, channel, moves, nameOf)
      : `arranged the slot ${arranged.slot} in ${channel}`;
  return because(what, reason);
}

/** What a change did to apps, in the words of a sentence after who did it, without why. */
export function movesWords(
  kind: string,
  channel: string,
  moves: readonly Moved[],
  nameOf: NameOf = byContent,
): string {
  const apps = listed(moves.map(({ app }) => app));
  const builds = (of: (move: Moved) => string | null | undefined) =>
    listed(
      moves.map((move) => {
        const build = of(move);
        return build ? named({ app: move.app, build }, nameOf) : `nothing of ${move.app}`;
      }),
    );
  const alone = moves.length === 1 ? moves[0] : undefined;
  switch (kind) {
    case 'promote': {
      const before = alone?.from ? `, in place of ${nameOf(alone.from)}` : '';
      return `promoted ${builds(({ to }) => to)} to ${channel}${before}`;
    }
    case 'canary': {
      const share = moves[0]?.canaryTo?.percent ?? 0;
      return `promoted ${builds(({ canaryTo }) => canaryTo?.build)} to ${share} % of ${channel}`;
    }
    case 'remove':
      return `removed ${apps} from ${channel}`;
    case 'configure':
      return `changed the settings of ${apps} in ${channel}`;
    case 'unhold':
      return `let builds of ${apps} be shipped again in ${channel}`;
    case 'hold':
      return `paused the canary ${builds(({ canaryFrom }) => canaryFrom?.build)} in ${channel}`;
    default: {
      const verb = kind === 'recall' ? 'recalled' : 'took back';
      const left = builds(({ from, to, canaryFrom }) => (from === to ? canaryFrom?.build : from));
      const back = alone?.to && alone.to !== alone.from ? `, back to ${nameOf(alone.to)}` : '';
      return `${verb} ${left} in ${channel}${back}`;
    }
  }
}

const because = (what: string, reason = '') => (reason === '' ? what : `${what}: ${reason}`);

const named = ({ app, build: id }: { app: string; build: string }, nameOf: NameOf) =>
  `${nameOf(id)} of ${app}`;

const listed = (names: readonly string[]) => new Intl.ListFormat('en').format(names);

type Saying = (detail: unknown, nameOf: NameOf) => string;

/** A detail that lacks what its sentence needs is told by that alone. */
function reading<const S extends v.GenericSchema>(
  schema: S,
  words: (detail: v.InferOutput<S>, nameOf: NameOf) => string,
): Saying {
  return (detail, nameOf) => {
    const read = v.safeParse(schema, detail);
    return read.success ? words(read.output, nameOf) : 'did what this version cannot tell in words';
  };
}
