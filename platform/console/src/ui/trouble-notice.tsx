import type { Trouble } from '../admin/answer.ts';
import { formatExactly } from '../say/moment.tsx';
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
    <StatusNotice
      severity={trouble.code === 'waiting' ? 'watch' : 'failing'}
      title={headingOf(trouble)}
      alert
    >
      <p>
        {[
          sentence(trouble.problem),
          wayOutOf(trouble),
          shownAt === null ? null : strings.trouble.kept(formatExactly(shownAt)),
        ]
          .filter((one) => one !== null)
          .join(' ')}
      </p>
    </StatusNotice>
  );
}

function headingOf({ code, cause }: Trouble): string {
  const { condemned, heading } = strings.trouble;
  return cause?.code === 'condemned' ? condemned[cause.condemned.why] : heading[code];
}

/** What can be done in the console about what stands in the way. */
function wayOutOf({ cause }: Trouble): string | null {
  const { wayOut } = strings.trouble;
  if (cause === undefined) return null;
  return cause.code === 'locked' ? wayOut.locked(cause.lock.by) : wayOut[cause.code];
}

/** A reason ends what the registry says, and has no full stop. */
const sentence = (problem: string) => problem.replace(/[^.?!”]$/, '$&.');
