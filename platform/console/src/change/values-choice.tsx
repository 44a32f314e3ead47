import type { DeclaredSetting, DeclaredSettings } from '@tallystick/contract/declared-settings';
import { strings } from '../strings.ts';
import { SelectField, TextField } from '../ui/field.tsx';
import { ShareChoice } from './share-choice.tsx';
import { type TypedValues, typedProblem } from './typed-values.ts';

interface ValuesChoiceProps {
  readonly declared: DeclaredSettings;
  readonly typed: TypedValues;
  readonly onTyped: (typed: TypedValues) => void;
  /** The share of browsers; undefined: all. Null: what was typed is no share. */
  readonly percent: number | null | undefined;
  readonly onPercent: (percent: number | null | undefined) => void;
}

/** A field for each setting of an app, and for which browsers they are. */
export function ValuesChoice(props: ValuesChoiceProps) {
  const { declared, typed, onTyped, percent, onPercent } = props;
  const words = strings.change.settings;
  return (
    <>
      {Object.entries(declared).map(([name, setting]) => (
        <ValueField
          key={name}
          name={name}
          setting={setting}
          text={typed[name] ?? ''}
          problem={typedProblem(declared, name, typed[name] ?? '')}
          onText={(text) => onTyped({ ...typed, [name]: text })}
        />
      ))}
      <SelectField
        label={words.browsers}
        options={[
          { value: 'all', text: words.all },
          { value: 'share', text: words.some },
        ]}
        value={percent === undefined ? 'all' : 'share'}
        onValue={(value) => onPercent(value === 'all' ? undefined : 5)}
      />
      {percent === undefined ? null : <ShareChoice percent={percent} onPercent={onPercent} />}
    </>
  );
}

interface ValueFieldProps {
  readonly name: string;
  readonly setting: DeclaredSetting;
  readonly text: string;
  readonly problem: string | null;
  readonly onText: (text: string) => void;
}

function ValueField({ name, setting, text, problem, onText }: ValueFieldProps) {
  const words = strings.change.settings;
  const hint = setting.description;
  const choices = choicesOf(setting);
  if (choices === null) {
    const placeholder = words.default(setting.default);
    const field = { label: name, hint, problem, placeholder, value: text };
    return <TextField {...field} onText={onText} />;
  }
  const options = [
    { value: '', text: words.default(setting.default) },
    ...choices.map((choice) => ({ value: choice, text: choice })),
  ];
  return <SelectField label={name} hint={hint} options={options} value={text} onValue={onText} />;
}

/** The values of a setting that has few; null: it takes what is typed. */
function choicesOf(setting: DeclaredSetting): readonly string[] | null {
  if (setting.type === 'boolean') return ['true', 'false'];
  return setting.type === 'string' ? (setting.enum ?? null) : null;
}
