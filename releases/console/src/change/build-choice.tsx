import type { BuildSummary } from '@tallystick/registry/contract/history';
import { ago } from '@tallystick/shared/format/ago';
import { buildWords } from '../say/build-parts.ts';
import { useNow } from '../say/use-now.ts';
import { strings } from '../strings.ts';
import { Field, inputClass } from '../ui/field.tsx';

interface BuildChoiceProps {
  readonly label: string;
  /** Newest first. */
  readonly builds: readonly BuildSummary[];
  readonly chosen: string | null;
  /** Stands for "none of them", where that is a choice. */
  readonly before?: string;
  /** What to say where there is nothing to choose. */
  readonly none?: string;
  readonly onChoose: (build: string | null) => void;
}

/** One of an app's builds. */
export function BuildChoice({ label, builds, chosen, before, none, onChoose }: BuildChoiceProps) {
  const now = useNow();
  return (
    <Field label={label} {...(builds.length === 0 && none !== undefined && { problem: none })}>
      {({ id, describedBy }) => (
        <select
          id={id}
          className={inputClass}
          aria-describedby={describedBy}
          value={chosen ?? ''}
          disabled={builds.length === 0}
          onChange={({ currentTarget }) => onChoose(currentTarget.value || null)}
        >
          {before === undefined ? null : <option value="">{before}</option>}
          {chosen === null && before === undefined ? (
            <option value="">{strings.change.chooseBuild}</option>
          ) : null}
          {builds.map(({ build, publishedAt }) => (
            <option key={build} value={build}>
              {strings.change.published(buildWords(build), ago(Date.parse(publishedAt), now))}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
