import type { Loads } from '../board/standing.ts';
import { strings } from '../strings.ts';
import { StatusNotice } from '../ui/status-notice.tsx';

/** How an app does, in a word and a sentence. Always there: what stands below never moves for it. */
export function AppStatus({ loads }: { readonly loads: Loads }) {
  const { ran, failed, rate, severity } = loads;
  const words = strings.app.status;
  const title = rate === null ? strings.board.loads.none : strings.board.severity[severity];
  return (
    <StatusNotice severity={rate === null ? 'none' : severity} title={title}>
      <p>
        {rate === null
          ? words.none
          : failed === 0
            ? words.ran(ran)
            : words.failed(failed, ran + failed, rate)}
      </p>
    </StatusNotice>
  );
}
