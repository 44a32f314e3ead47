import type { ReleaseDocument, RemoteBuild } from '@tallystick/shared/contracts/release';
import { artifactBase } from '@tallystick/shared/release/read-release';
import { useSyncExternalStore } from 'react';
import type { Running } from '../federation/running.ts';
import { shellBuild } from '../federation/shell-build.ts';
import { strings } from '../strings.ts';
import styles from './versions.module.css';

/** What of a release is told to people. */
export interface ReleaseVersions extends Pick<ReleaseDocument, 'channel' | 'revision' | 'shell'> {
  /** With the builds that the site has, be they the released ones or not. */
  remotes: readonly Pick<RemoteBuild, 'name' | 'build'>[];
}

interface VersionsProps {
  release: ReleaseVersions;
  running: Pick<Running, 'builds' | 'onChange'>;
}

/** Which version of each part of the site this tab has, for whoever asks or is asked. */
export function Versions({ release, running }: VersionsProps) {
  const builds = useSyncExternalStore(running.onChange, running.builds);
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
              build={builds[name] ?? build}
              mark={name in builds ? here : null}
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
