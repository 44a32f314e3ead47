import type { Board } from '@tallystick/registry/contract/board';
import { comparisonWords, splitWords } from '@tallystick/registry/contract/comparison-words';
import { strings } from '../strings.ts';
import { Section } from '../ui/section.tsx';

/** How an app's canary does beside the live build; without one, or before browsers speak of both, nothing. */
export function BesideLive({ board, app }: { readonly board: Board; readonly app: string }) {
  const beside = board.canaryComparisons?.find((one) => one.app === app);
  if (beside === undefined) return null;
  return (
    <Section title={strings.app.beside}>
      <p>{strings.app.besideLive(comparisonWords(beside))}</p>
      {beside.split === null ? null : <p>{strings.app.besideLive(splitWords(beside.split))}</p>}
    </Section>
  );
}
