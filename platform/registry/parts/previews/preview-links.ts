import { newestOf } from '../../src/audit/replay.ts';
import { buildsOfLink, type PreviewLink } from '../../src/contract/preview-selection.ts';
import { type OrRefusal, refusal } from '../../src/contract/problem.ts';
import type { Actor } from '../../src/contract/tokens.ts';
import type { PartContext } from '../../src/part/part.ts';
import { unlessMay } from '../../src/refusals.ts';
import {
  fingerprintOf,
  idOf,
  isSecret,
  makeSecret,
  noFingerprint,
} from '../../src/tokens/secret.ts';
import type { NewPreviewLink, OpenPreview } from './contract/preview-links.ts';
import { isRecalled } from './ended-previews.ts';
import { type GrantedLink, previewLog } from './log-view.ts';
import { readRunningPreviews, ticketPreviews } from './running-previews.ts';

const hour = 3_600_000;
/** How many links of an app may be good at a time: the builds behind them are kept. */
const maxOfApp = 200;

/** Links by which people see a build that nobody else sees. */
export interface PreviewLinks {
  /**
   * Makes a link by which people see builds on the live site, for whoever may preview each of them. Its secret is in
   * this answer alone.
   */
  open(
    actor: Actor,
    link: NewPreviewLink,
  ): Promise<OrRefusal<{ link: PreviewLink; secret: string }>>;
  /**
   * Links that are good now, the newest first; of one app or of all that the actor may see, and how many browsers use each.
   * For whoever may recall the app also what managers look at by a ticket.
   */
  list(actor: Actor, app?: string): Promise<OpenPreview[]>;
  /** Ends a link, and the previews that it began; or a manager's. */
  end(actor: Actor, id: string): Promise<OrRefusal<PreviewLink>>;
  /** The link of a secret, compared in constant time, or of an id; null: there is none, or not any more. */
  find(by: { secret: string } | { id: string }): Promise<PreviewLink | null>;
}

/** Links stand in the audit log alone, as tokens do: no row makes one, lengthens one or brings one back. */
export function openPreviewLinks({ db, audit, write, now }: PartContext): PreviewLinks {
  /** Whether a link is valid. If an entry is missing from the log, it may have ended the link. */
  const isGood = ({ link, sequence }: GrantedLink) =>
    Date.parse(link.expiresAt) > now() && !audit.isDoubtful(sequence);

  return {
    open: async (actor, { hours, ...wanted }) => {
      const { app, channel } = wanted;
      const shown = Object.entries(buildsOfLink(wanted));
      const mayNot = unlessMay(
        actor,
        shown.map(([name]) => name),
        'preview',
      );
      if (mayNot) return mayNot;
      const { id, secret, hash } = makeSecret('tsp');
      return write(async ({ replay, at, append }) => {
        const { builds, channels } = replay;
        if (!channels.has(channel)) return refusal('unknown', `there is no channel ${channel}`);
        for (const [name, build] of shown) {
          if (!builds.has(`${name}@${build}`)) {
            return refusal('unknown', `there is no build ${name} ${build}`);
          }
          if (isRecalled(newestOf(replay, channel)?.recalled ?? [], name, build)) {
            return refusal('invalid', `${name} ${build} was recalled in ${channel}`);
          }
        }
        const open = [...previewLog.of(replay).values()].filter(
          (one) => one.link.app === app && isGood(one),
        );
        if (open.length >= maxOfApp) {
          const problem = `${app} has ${maxOfApp} previews; end some (preview list, preview end ID)`;
          return refusal('limited', problem);
        }
        const expiresAt = new Date(now() + hours * hour).toISOString();
        const made = { createdAt: at, createdBy: actor.name, expiresAt };
        const link: PreviewLink = { id, ...wanted, ...made };
        await append(actor, 'preview-link', { ...link, fingerprint: fingerprintOf(hash) });
        return { ok: true, value: { link, secret } };
      });
    },
    list: async (actor, app) => {
      const replay = await audit.follow();
      const running = await readRunningPreviews(db, now());
      const links = [...previewLog.of(replay).values()].filter(isGood).map(({ link }) => ({
        ...link,
        browsers: running.filter(({ selected }) => selected.link === link.id).length,
      }));
      const others = (await ticketPreviews(db, replay, running)).map(({ preview }) => preview);
      return [
        ...links.filter((link) => isOwn(actor, link)),
        ...others.filter((preview) => mayRecall(actor, preview)),
      ]
        .filter((one) => app === undefined || Object.hasOwn(buildsOfLink(one), app))
        .sort((one, other) => other.createdAt.localeCompare(one.createdAt));
    },
    end: async (actor, id) =>
      write(async ({ trx, replay, append }) => {
        const link = previewLog.of(replay).get(id)?.link;
        if (link !== undefined && isOwn(actor, link)) {
          await append(actor, 'preview-end', { id });
          return { ok: true, value: link };
        }
        const found = (
          await ticketPreviews(trx, replay, await readRunningPreviews(trx, now()))
        ).find(({ preview }) => preview.id === id && mayRecall(actor, preview));
        // An actor who may not end the preview is not told whether it exists.
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
    find: async (by) => {
      const id = 'id' in by ? by.id : idOf(by.secret, 'tsp');
      const granted = id === null ? undefined : previewLog.of(await audit.follow()).get(id);
      const proven = 'id' in by || isSecret(by.secret, granted?.fingerprint ?? noFingerprint);
      return granted !== undefined && proven && isGood(granted) ? granted.link : null;
    },
  };
}

/** Whether the actor may preview one of the apps that a link shows: then the link is theirs, too. */
function isOwn(actor: Actor, link: PreviewLink): boolean {
  const apps = Object.keys(buildsOfLink(link));
  return apps.some((app) => unlessMay(actor, [app], 'preview') === null);
}

/** Whether the actor may recall the app, which also ends the previews that managers look at. */
function mayRecall(actor: Actor, { app }: PreviewLink): boolean {
  return unlessMay(actor, [app]) === null;
}
