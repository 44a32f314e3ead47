import { strings } from '../strings.ts';
import { StatusNotice } from '../ui/status-notice.tsx';

/** What is wrong with the audit chain: above all else, since nothing below can be relied on then. */
export function HistoryAlert({ alerts }: { readonly alerts: readonly string[] }) {
  if (alerts.length === 0) return null;
  return (
    <StatusNotice severity="failing" title={strings.board.notWhole} alert>
      {alerts.map((alert) => (
        <p key={alert}>{alert}</p>
      ))}
    </StatusNotice>
  );
}
