import { condemnedAs } from '@tallystick/registry/contract/condemned';
import type { BuildSummary } from '@tallystick/registry/contract/history';
import { useState } from 'react';
import { roleOf, type Standing } from '../board/standing.ts';
import { useBegin } from '../change/begin.tsx';
import { targetActions } from '../parts/all-parts.ts';
import { BuildName } from '../say/build-name.tsx';
import { useBuildNames } from '../say/build-names.ts';
import { Moment } from '../say/moment.tsx';
import { size } from '../say/numbers.ts';
import { manages, useSignedIn } from '../session/signed-in.ts';
import { strings } from '../strings.ts';
import { Action } from '../ui/action.tsx';
import rows from '../ui/rows.module.css';
import { Section } from '../ui/section.tsx';
import { Tag } from '../ui/tag.tsx';
import { Provenance } from './provenance.tsx';
import { RoleTag } from './role-tag.tsx';

/** So many are shown unasked. */
const few = 6;

interface BuildListProps {
  readonly channel: string;
  readonly standing: Standing;
  /** Newest first. */
  readonly builds: readonly BuildSummary[];
  /** Whether the person may move this app. */
  readonly may: boolean;
}

/** The builds of an app, and what can be done with each. */
export function BuildList({ channel, standing, builds, may }: BuildListProps) {
  const [all, setAll] = useState(false);
  const shown = all ? builds : builds.slice(0, few);
  return (
    <Section title={strings.app.builds} none={builds.length === 0 && strings.app.buildsNone}>
      <ul className={rows.list}>
        {shown.map((build) => (
          <BuildRow
            key={build.build}
            channel={channel}
            standing={standing}
            build={build}
            may={may}
          />
        ))}
      </ul>
      {shown.length < builds.length ? (
        <div>
          <Action small onClick={() => setAll(true)}>
            {strings.app.allBuilds(builds.length)}
          </Action>
        </div>
      ) : null}
    </Section>
  );
}

interface BuildRowProps extends Omit<BuildListProps, 'builds'> {
  readonly build: BuildSummary;
}

function BuildRow({ channel, standing, build, may }: BuildRowProps) {
  const begin = useBegin();
  const { app } = standing;
  const { actor } = useSignedIn();
  const role = roleOf(standing, build.build);
  const taken = condemnedAs(standing.condemned, app, build.build);
  const words = strings.actions;
  // What was only undone is shipped again by its name.
  const isRefused = taken !== undefined && taken.why !== 'undone';
  const ships = may && role !== 'live' && !isRefused && !build.previewOnly;
  const ways = (['promote', 'canary'] as const).filter(
    // A canary stands beside a live build.
    (kind) => ships && (kind === 'promote' || standing.build !== null),
  );
  const nameOf = useBuildNames();
  const named = (action: string) => strings.app.buildAction(action, nameOf(build.build));
  return (
    <li className={rows.row}>
      <div>
        <p className={rows.name}>
          <BuildName build={build.build} />
          {role === 'former' ? null : <RoleTag role={role} />}
          {build.previewOnly ? <Tag tone="plain">{strings.app.previewOnly}</Tag> : null}
        </p>
        <p className={rows.facts}>
          <span>
            {size(build.size)}, {strings.app.files(build.files)}
          </span>
          <span>
            {strings.board.by(build.publishedBy)}, <Moment at={build.publishedAt} />
          </span>
          <Provenance provenance={build.provenance} />
        </p>
        {taken === undefined ? null : (
          <p className={rows.facts}>
            {strings.app.condemned(taken.by, taken.reason)}, <Moment at={taken.at} />
          </p>
        )}
      </div>
      <div className={rows.actions}>
        {!isRefused || !manages(actor, channel) ? null : (
          <Action
            small
            aria-label={named(words.unhold)}
            onClick={() => begin({ kind: 'unhold', apps: [app], build: build.build })}
          >
            {words.unhold}
          </Action>
        )}
        {ways.map((kind) => (
          <Action
            key={kind}
            small
            disabled={standing.shut}
            aria-label={named(words[kind])}
            onClick={() => begin({ kind, apps: [app], build: build.build })}
          >
            {words[kind]}
          </Action>
        ))}
        {targetActions.map(({ name, Action: Other }) => (
          <Other
            key={name}
            target={{ channel, builds: { [app]: build.build } }}
            label={named(words.openPreview)}
          />
        ))}
      </div>
    </li>
  );
}
