import { artifactBase } from '@tallystick/contract/read-release';
import { useSyncExternalStore } from 'react';
import { shellBuild } from '../federation/shell-build.ts';
import type { ReleaseInPage } from '../release/release-in-page.ts';
import type { ReleaseMachine } from '../release/release-machine.ts';
import { runningBuilds } from '../release/state.ts';
import { strings } from '../strings.ts';
import styles from './versions.module.css';

interface VersionsProps {
  release: ReleaseInPage;
  machine: Pick<ReleaseMachine, 'state' | 'subscribe'>;
}

/** Which version of each part of the site this tab has, for whoever asks or is asked. */
export function Versions({ release, machine }: VersionsProps) {
  const running = runningBuilds(
    useSyncExternalStore(machine.subscribe, machine.state, machine.state),
  );
  const { title, here, revision } = strings.versions;
  return (
    <details className={styles.versions}>
      <summary>{title}</summary>
      <div className={styles.sheet}>
        <p>{revision(release.revision, release.channel)}</p>
        <dl>
          <Version name={release.shell.name} build={shellBuild} mark={here} />
          {release.remotes.map(({ name, build }) => (
            <Version
              key={name}
              name={name}
              build={running[name] ?? build}
              mark={running[name] === undefined ? null : here}
            />
          ))}
        </dl>
      </div>
    </details>
  );
}

function Version({ name, build, mark }: { name: string; build: string; mark: string | null }) {
  const { licences, licencesOf } = strings.versions;
  return (
    <div className={styles.version} data-runs={mark !== null || undefined}>
      <dt>{name}</dt>
      <dd>
        <code>{build}</code>
        {mark === null ? null : <span className={styles.mark}> {mark}</span>}{' '}
        <a href={`${artifactBase(name, build)}licenses.txt`} aria-label={licencesOf(name)}>
          {licences}
        </a>
      </dd>
    </div>
  );
}
