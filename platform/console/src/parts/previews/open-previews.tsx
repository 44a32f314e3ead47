import { previewRoutes } from '@tallystick/registry/parts/previews/contract/routes';
import { useAdmin, useCall } from '../../admin/use-admin.ts';
import { useLive } from '../../live/live.tsx';
import { useQuery } from '../../live/use-query.ts';
import { BuildName } from '../../say/build-name.tsx';
import { useBuildNames } from '../../say/build-names.ts';
import { formatExactly } from '../../say/moment.tsx';
import { strings } from '../../strings.ts';
import { Action } from '../../ui/action.tsx';
import { useAnnounce } from '../../ui/announcements.tsx';
import rows from '../../ui/rows.module.css';
import { Section } from '../../ui/section.tsx';
import { TroubleNotice } from '../../ui/trouble-notice.tsx';
import { words } from './words.ts';

/** The links to previews of an app that are good now, each with the way to end it; nothing if there are none. */
export function OpenPreviews({ app }: { readonly app: string }) {
  const admin = useAdmin();
  const { refetchAll } = useLive();
  const links = useQuery(`previews of ${app}`, (query, signal) =>
    query.ask(previewRoutes.previewLinks, { query: { app } }, signal),
  );
  const { busy, trouble, run } = useCall();
  const announce = useAnnounce();
  const nameOf = useBuildNames();
  async function end(id: string, build: string): Promise<void> {
    if (busy) return;
    const { ok } = await run(admin.ask(previewRoutes.endPreviewLink, { params: { id } }));
    if (ok) announce(words.ended(nameOf(build)));
    refetchAll();
  }
  if (links.value === null) return <TroubleNotice trouble={links.trouble} />;
  if (links.value.length === 0) return null;
  return (
    <Section title={words.title}>
      <TroubleNotice trouble={trouble ?? links.trouble} />
      <ul className={rows.list}>
        {links.value.map(({ id, build, once, createdBy, expiresAt, browsers }) => (
          <li key={id} className={rows.row}>
            <div>
              <p className={rows.name}>
                <BuildName build={build} />
              </p>
              <p className={rows.facts}>
                <span>{strings.board.by(createdBy)}</span>
                <span>{once ? words.once : words.many}</span>
                <span>{words.used(browsers)}</span>
                <span>
                  {words.until} {formatExactly(expiresAt)}
                </span>
              </p>
            </div>
            <Action
              small
              aria-label={words.endOf(nameOf(build))}
              onClick={() => void end(id, build)}
            >
              {words.end}
            </Action>
          </li>
        ))}
      </ul>
    </Section>
  );
}
