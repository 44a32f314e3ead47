import { useBegin } from '../change/begin.tsx';
import { setActions } from '../parts/all-parts.ts';
import { strings } from '../strings.ts';
import { Action } from '../ui/action.tsx';
import classes from './release-set.module.css';
import type { Standing } from './standing.ts';

interface ReleaseSetProps {
  readonly channel: string;
  /** The apps that are selected. */
  readonly apps: readonly Standing[];
  readonly onClear: () => void;
}

/** What can be done with the selected apps as one revision; over the foot of the page. */
export function ReleaseSet({ channel, apps: selected, onClear }: ReleaseSetProps) {
  const begin = useBegin();
  if (selected.length === 0) return null;
  const apps = selected.map(({ app }) => app);
  const shut = selected.some((one) => one.shut);
  const canGoBack = selected.every(({ before }) => before !== null);
  const words = strings.board.set;
  return (
    <section className={classes.set} aria-label={words.title}>
      <p>
        <strong>{words.selected(apps.length)}</strong> <span>{words.hint}</span>
      </p>
      <div className={classes.actions}>
        <Action
          takesBack
          disabled={!canGoBack}
          onClick={() => begin({ kind: 'rollback', apps, recall: false }, onClear)}
        >
          {strings.actions.rollback}
        </Action>
        <Action disabled={shut} onClick={() => begin({ kind: 'promote', apps }, onClear)}>
          {strings.actions.promote}
        </Action>
        <Action disabled={shut} onClick={() => begin({ kind: 'canary', apps }, onClear)}>
          {strings.actions.canary}
        </Action>
        {setActions.map(({ name, Action: Other }) => (
          <Other key={name} channel={channel} apps={apps} onDone={onClear} />
        ))}
        <Action onClick={onClear} aria-label={words.clear} title={words.clear}>
          ✕
        </Action>
      </div>
    </section>
  );
}
