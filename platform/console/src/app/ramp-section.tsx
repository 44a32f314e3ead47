import type { Board } from '@tallystick/registry/contract/board';
import { rampStateWords } from '@tallystick/registry/contract/ramp-words';
import type { Standing } from '../board/standing.ts';
import { useBegin } from '../change/begin.tsx';
import { BuildName } from '../say/build-name.tsx';
import { percent } from '../say/numbers.ts';
import { strings } from '../strings.ts';
import { Action } from '../ui/action.tsx';
import rows from '../ui/rows.module.css';
import { Section } from '../ui/section.tsx';
import { Tag } from '../ui/tag.tsx';

interface RampSectionProps {
  readonly board: Board;
  readonly standing: Standing;
  /** Whether the person may move this app. */
  readonly may: boolean;
}

/** Where an app's canary stands that goes on by itself, for what it waits, and what steers it; without one, nothing. */
export function RampSection({ board, standing, may }: RampSectionProps) {
  const begin = useBegin();
  const { app, canary, shut } = standing;
  const { ramp } = canary ?? {};
  if (canary === null || ramp === undefined) return null;
  const words = strings.app.ramp;
  const steer = (order: 'pause' | 'resume' | 'skip') => begin({ kind: 'ramp', apps: [app], order });
  const turn = ramp.paused ? 'resume' : 'pause';
  return (
    <Section title={words.title}>
      <p className={rows.name}>
        <BuildName build={canary.build} />
        <Tag tone="next">{words.now(percent(canary.percent))}</Tag>
        {ramp.steps.map((step) => (
          <span key={step}>→ {percent(step)}</span>
        ))}
      </p>
      <p>{words.state(rampStateWords(board, app, ramp))}</p>
      {may ? (
        <div className={rows.actions}>
          {/* One button, whichever of the two it says: it keeps the focus. To pause is never refused. */}
          <Action disabled={shut && turn === 'resume'} onClick={() => steer(turn)}>
            {strings.actions[turn]}
          </Action>
          <Action disabled={shut} onClick={() => steer('skip')}>
            {words.skipTo(percent(ramp.steps[0] ?? 100))}
          </Action>
        </div>
      ) : null}
    </Section>
  );
}
