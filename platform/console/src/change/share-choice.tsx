import { Segments } from '@tallystick/ui/segments';
import { useState } from 'react';
import { percent as percentWords } from '../say/numbers.ts';
import { strings } from '../strings.ts';
import { TextField } from '../ui/field.tsx';
import { typedPercent } from './draft.ts';
import classes from './share-choice.module.css';

const offered = ['1', '5', '20', '50'] as const;
const segments = [
  ...offered.map((option) => ({ option, label: percentWords(Number(option)) })),
  { option: 'other' as const, label: strings.change.other },
];

interface ShareChoiceProps {
  /** Null: what was typed is no share. */
  readonly percent: number | null;
  readonly onPercent: (percent: number | null) => void;
}

/** The share of browsers that a canary gets. */
export function ShareChoice({ percent, onPercent }: ShareChoiceProps) {
  const chosen = offered.find((option) => Number(option) === percent);
  const [typed, setTyped] = useState(chosen === undefined ? String(percent ?? '') : null);
  return (
    <div className={classes.share}>
      <p className={classes.label}>{strings.change.share}</p>
      <Segments
        legend={strings.change.share}
        segments={segments}
        chosen={typed === null && chosen !== undefined ? chosen : 'other'}
        onChoose={(option) => {
          setTyped(option === 'other' ? '' : null);
          onPercent(option === 'other' ? null : Number(option));
        }}
      />
      {typed === null ? null : (
        <TextField
          label={strings.change.typed}
          hint={strings.change.typedHint}
          problem={typed !== '' && percent === null ? strings.change.typedHint : null}
          inputMode="decimal"
          value={typed}
          onText={(text) => {
            setTyped(text);
            onPercent(typedPercent(text));
          }}
        />
      )}
    </div>
  );
}
