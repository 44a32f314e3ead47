import type { DeclaredSettings } from '@tallystick/contract/declared-settings';
import type { Board } from '@tallystick/registry/contract/board';
import { routes } from '@tallystick/registry/contract/routes';
import { Facts } from '@tallystick/ui/facts';
import type { Admin } from '../admin/admin.ts';
import type { Answer } from '../admin/answer.ts';
import { useBegin } from '../change/begin.tsx';
import { useQuery } from '../live/use-query.ts';
import { mayMove, useSignedIn } from '../session/signed-in.ts';
import { strings } from '../strings.ts';
import { Action } from '../ui/action.tsx';
import { Section } from '../ui/section.tsx';
import { TroubleNotice } from '../ui/trouble-notice.tsx';
import classes from './channel-settings.module.css';

interface ChannelSettingsProps {
  readonly app: string;
  readonly current: NonNullable<Board['current']>;
  readonly live: string;
}

/** What an app declares as settings, and what its channel has set of them. */
export function ChannelSettings({ app, current, live }: ChannelSettingsProps) {
  const { actor } = useSignedIn();
  const begin = useBegin();
  const canary = current.canaries[app]?.build;
  const builds = canary === undefined ? [live] : [canary, live];
  const { value, trouble } = useQuery(`settings in ${app} ${builds.join(' ')}`, (admin, signal) =>
    declaredIn(admin, app, builds, signal),
  );
  if (value === null) return <TroubleNotice trouble={trouble} />;
  const names = Object.keys(value).sort();
  if (names.length === 0) return null;
  const set = current.values?.[app] ?? null;
  const words = strings.change.settings;
  const facts = names.map((name) => {
    const own = set?.values[name];
    const shared = set?.share?.values[name];
    const forAll = own === undefined ? words.default(value[name]?.default ?? '') : String(own);
    const some = shared === undefined ? '' : words.share(shared, set?.share?.percent ?? 0);
    return { name, value: `${forAll}${some}` };
  });
  return (
    <Section title={words.title(current.channel)}>
      <Facts facts={facts} />
      {mayMove(actor, app, current.channel) ? (
        <div className={classes.actions}>
          <Action
            small
            onClick={() => begin({ kind: 'configure', apps: [app], declared: value, set })}
          >
            {strings.actions.configure}
          </Action>
          {/* It stays as a share ends: nothing moves under a finger. */}
          <Action
            small
            disabled={set?.share === undefined}
            onClick={() => begin({ kind: 'complete', apps: [app] })}
          >
            {strings.actions.complete}
          </Action>
        </div>
      ) : null}
    </Section>
  );
}

/** What the builds declare, those of the last build first. */
async function declaredIn(
  admin: Admin,
  app: string,
  builds: readonly string[],
  signal: AbortSignal,
): Promise<Answer<DeclaredSettings>> {
  const declared: DeclaredSettings = {};
  for (const build of builds) {
    const answer = await admin.ask(routes.build, { params: { app, build } }, signal);
    if (!answer.ok) return answer;
    Object.assign(declared, answer.value.artifact.declaration?.settings);
  }
  return { ok: true, value: declared };
}
