import { type GrantedLink, newestOf } from '../audit/replay.ts';
import type { Context } from '../context.ts';
import type { PreviewLink } from '../contract/preview-links.ts';
import { refusal } from '../contract/problem.ts';
import type { Actor } from '../contract/tokens.ts';
import { unlessMay } from '../refusals.ts';
import type { Registry } from '../registry.ts';
import { fingerprintOf, idOf, isSecret, makeSecret, noFingerprint } from '../tokens/secret.ts';
import { isRecalled } from './ended-previews.ts';
import { readRunningPreviews, ticketPreviews } from './running-previews.ts';

const hour = 3_600_000;
/** How many links of an app may be good at a time: the builds behind them are kept. */
const maxOfApp = 200;

/**
 * Links by which people see a build that nobody else sees. They stand in the audit chain alone, as tokens do: no
 * row makes one, lengthens one or brings one back.
 */
export function openPreviewLinks({ db, audit, write, now }: Context) {
  /** Where a link of the chain is missing, it may have ended the preview. */
  const isGood = ({ link, sequence }: GrantedLink) =>
    Date.parse(link.expiresAt) > now() && !audit.isDoubtful(sequence);

  return {
    openPreviewLink: async (actor, { app, build, channel, hours, once }) => {
      const mayNot = unlessMay(actor, [app], 'preview');
      if (mayNot) return mayNot;
      const { id, secret, hash } = makeSecret('tsp');
      return write(async ({ replay, at, append }) => {
        const { builds, channels, previewLinks } = replay;
        if (!builds.has(`${app}@${build}`)) {
          return refusal('unknown', `there is no build ${app} ${build}`);
        }
        if (!channels.has(channel)) return refusal('unknown', `there is no channel ${channel}`);
        if (isRecalled(newestOf(replay, channel)?.recalled ?? [], app, build)) {
          return refusal('invalid', `${app} ${build} was recalled in ${channel}`);
        }
        const open = [...previewLinks.values()].filter(
          (one) => one.link.app === app && isGood(one),
        );
        if (open.length >= maxOfApp) {
          const problem = `${app} has ${maxOfApp} previews; end some (preview list, preview end ID)`;
          return refusal('limited', problem);
        }
        const expiresAt = new Date(now() + hours * hour).toISOString();
        const made = { createdAt: at, createdBy: actor.name, expiresAt };
        const link: PreviewLink = { id, app, build, channel, once, ...made };
        await append(actor, 'preview-link', { ...link, fingerprint: fingerprintOf(hash) });
        return { ok: true, value: { link, secret } };
      });
    },
    previewLinks: async (actor, app) => {
      const replay = await audit.follow();
      const running = await readRunningPreviews(db, now());
      const links = [...replay.previewLinks.values()].filter(isGood).map(({ link }) => ({
        ...link,
        browsers: running.filter(({ selected }) => selected.link === link.id).length,
      }));
      const others = (await ticketPreviews(db, replay, running)).map(({ preview }) => preview);
      return [
        ...links.filter((link) => isOwn(actor, link)),
        ...others.filter((preview) => mayRecall(actor, preview)),
      ]
        .filter((one) => app === undefined || one.app === app)
        .sort((one, other) => other.createdAt.localeCompare(one.createdAt));
    },
    endPreviewLink: async (actor, id) =>
      write(async ({ trx, replay, append }) => {
        const link = replay.previewLinks.get(id)?.link;
        if (link !== undefined && isOwn(actor, link)) {
          await append(actor, 'preview-end', { id });
          return { ok: true, value: link };
        }
        const found = (
          await ticketPreviews(trx, replay, await readRunningPreviews(trx, now()))
        ).find(({ preview }) => preview.id === id && mayRecall(actor, preview));
        // Who may not end it is not told whether it is there.
        if (found === undefined) return refusal('unknown', `there is no preview ${id}`);
        const { row, preview } = found;
        const { app, build, createdBy } = preview;
        // No entry says that it began.
        await append(actor, 'preview-end', { id, app, build, createdBy });
        await trx
          .deleteFrom('short_lived')
          .where(({ and }) => and({ kind: 'preview', id: row }))
          .execute();
        return { ok: true, value: preview };
      }, 'urgent'),
    previewLinkOf: async (by) => {
      const id = 'id' in by ? by.id : idOf(by.secret, 'tsp');
      const granted = id === null ? undefined : (await audit.follow()).previewLinks.get(id);
      const proven = 'id' in by || isSecret(by.secret, granted?.fingerprint ?? noFingerprint);
      return granted !== undefined && proven && isGood(granted) ? granted.link : null;
    },
  } satisfies Partial<Registry>;
}

function isOwn(actor: Actor, { app }: PreviewLink): boolean {
  return unlessMay(actor, [app], 'preview') === null;
}

/** Whoever recalls the app ends what managers look at, too. */
function mayRecall(actor: Actor, { app }: PreviewLink): boolean {
  return unlessMay(actor, [app]) === null;
}
