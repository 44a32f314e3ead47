import { artifactBase } from '@tallystick/contract/read-release';
import type { FrameProps } from '@tallystick/shell-kit/shell';
import { useVersions, type Version } from '@tallystick/shell-kit/versions';
import { strings } from '../strings.ts';
import styles from './versions.module.css';

/** Which version of each part of the site this tab has, for whoever asks or is asked. */
export function Versions({ release }: Pick<FrameProps, 'release'>) {
  const { title, revision, why } = strings.versions;
  return (
    <details className={styles.versions}>
      <summary>{title}</summary>
      <div className={styles.sheet}>
        <p>{revision(release.revision, release.channel)}</p>
        <dl>
          {useVersions(release).map((version) => (
            <OneVersion key={version.name} {...version} />
          ))}
        </dl>
        <a href="#why" aria-keyshortcuts="Alt+Shift+W">
          {why}
        </a>
      </div>
    </details>
  );
}

function OneVersion({ name, build, runs }: Version) {
  const { here, licences, licencesOf } = strings.versions;
  return (
    <div className={styles.version} data-runs={runs || undefined}>
      <dt>{name}</dt>
      <dd>
        <code>{build}</code>
        {runs ? <span className={styles.mark}> {here}</span> : null}{' '}
        <a href={`${artifactBase(name, build)}licenses.txt`} aria-label={licencesOf(name)}>
          {licences}
        </a>
      </dd>
    </div>
  );
}
