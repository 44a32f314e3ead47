import * as v from 'valibot';
import { logView } from '../../src/audit/log-view.ts';
import type { Actor } from '../../src/contract/tokens.ts';
import { tokenSchema } from '../../src/contract/tokens.ts';
import { type PartContext, partKind } from '../../src/part/part.ts';

const minute = 60_000;
/** How long a use stands on the board, in milliseconds. */
const shownFor = 24 * 60 * minute;

/** The last use of each break-glass token, by its id. */
const breakGlassLog = logView(
  () => new Map<string, { name: string; at: string }>(),
  (uses, { action, detail, by, at }) => {
    if (action === 'break-glass') uses.set(v.parse(usedSchema, detail).token, { name: by, at });
  },
);
const usedSchema = v.object({ token: tokenSchema.entries.id });

/** Tells everybody of each use of a break-glass token: in the log, by the webhook, as a figure and on the board. */
export const breakGlass = partKind<void, null>('break-glass', {}, () => ({
  log: breakGlassLog,
  open: (context) => ({
    service: null,
    glassBroken: openTelling(context),
    shouts: async () =>
      [...breakGlassLog.of(await context.audit.follow()).values()].flatMap(({ name, at }) =>
        context.now() - Date.parse(at) < shownFor
          ? [{ of: 'break-glass' as const, text: lineOf(name, at) }]
          : [],
      ),
  }),
}));

const lineOf = (name: string, at: string) =>
  `The break-glass token "${name}" was used at ${at.slice(11, 16)} UTC on ${at.slice(0, 10)}.`;

/**
 * Once a minute for each token, whatever it is used for. It does not hold up the use: what breaks the glass may be a
 * full disk.
 */
function openTelling({ write, notify, now, log }: PartContext): (actor: Actor) => void {
  const told = new Map<string, number>();

  async function tell(actor: Actor): Promise<void> {
    const result = await write(async ({ trx, at, append }) => {
      const sequence = await append(actor, 'break-glass', {});
      const about = { kind: 'break-glass', channel: 'production', app: 'shell', revision: 0 };
      const text = lineOf(actor.name, at);
      await notify(trx, `break-glass ${sequence}`, { ...about, at, text });
      return { ok: true, value: null };
    }, 'urgent');
    if (!result.ok) throw new Error(result.problem);
  }

  return (actor) => {
    const last = told.get(actor.tokenId);
    if (last !== undefined && now() - last >= 0 && now() - last < minute) return;
    told.set(actor.tokenId, now());
    log(lineOf(actor.name, new Date(now()).toISOString()));
    tell(actor).catch(() => {
      log(`That "${actor.name}" was used could not be written down.`);
      told.delete(actor.tokenId);
    });
  };
}
