import type { Trouble } from '../admin/answer.ts';
import { exactly } from '../say/moment.tsx';
import { strings } from '../strings.ts';
import { StatusNotice } from './status-notice.tsx';

interface TroubleNoticeProps {
  /** Null: there is none. */
  readonly trouble: Trouble | null;
  /** When what is shown all the same was read; absent: nothing is. */
  readonly shownAt?: number | null;
}

/** Why something could not be read or done, in the registry's own words where it has any. */
export function TroubleNotice({ trouble, shownAt = null }: TroubleNoticeProps) {
  // That a session has ended is said by the dialog that lies over all else then.
  if (trouble === null || trouble.code === 'unauthorized') return null;
  return (
    <StatusNotice severity="failing" title={strings.trouble.heading[trouble.code]} alert>
      <p>
        {trouble.problem} {shownAt === null ? null : strings.trouble.kept(exactly(shownAt))}
      </p>
    </StatusNotice>
  );
}
