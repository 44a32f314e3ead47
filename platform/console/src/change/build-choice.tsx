import type { BuildSummary } from '@tallystick/registry/contract/history';
import { commitOf } from '@tallystick/registry/contract/provenance';
import { ago } from '@tallystick/ui/ago';
import { useNow } from '@tallystick/ui/use-now';
import { useBuildNames } from '../say/build-names.ts';
import { strings } from '../strings.ts';
import { SelectField } from '../ui/field.tsx';

interface BuildChoiceProps {
  readonly label: string;
  /** Newest first. */
  readonly builds: readonly BuildSummary[];
  readonly chosen: string | null;
  /** Stands for "none of them", where that is a choice. */
  readonly before?: string | undefined;
  /** What to say where there is nothing to choose. */
  readonly none?: string | undefined;
  readonly onChoose: (build: string | null) => void;
}

/** One of an app's builds. */
export function BuildChoice({ label, builds, chosen, before, none, onChoose }: BuildChoiceProps) {
  const now = useNow();
  const nameOf = useBuildNames();
  const unchosen = before ?? (chosen === null ? strings.change.chooseBuild : undefined);
  // It stays the chosen one where it is no choice any more: somebody else has made it live.
  const gone = builds.some(({ build }) => build === chosen) ? null : chosen;
  return (
    <SelectField
      label={label}
      problem={builds.length === 0 ? none : null}
      options={[
        ...(unchosen === undefined ? [] : [{ value: '', text: unchosen }]),
        ...(gone === null ? [] : [{ value: gone, text: nameOf(gone) }]),
        ...builds.map(({ build, publishedAt, provenance }) => ({
          value: build,
          text: strings.change.published(
            [nameOf(build), provenance && commitOf(provenance).title],
            ago(Date.parse(publishedAt), now),
          ),
        })),
      ]}
      value={chosen ?? ''}
      disabled={builds.length === 0}
      onValue={(build) => onChoose(build || null)}
    />
  );
}
