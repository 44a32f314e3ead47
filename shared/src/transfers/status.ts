interface Status {
  readonly label: string;
  /** The colour of its dot, as the name of a design token. */
  readonly colour: 'tint' | 'warning' | 'danger' | 'success' | 'next';
}

const created: Status = { label: 'Created', colour: 'tint' };

/** The ten statuses of a transfer, by their code. Four of them share the label 'Created'. */
export const statuses: readonly Status[] = [
  created,
  { label: 'In Process', colour: 'warning' },
  { label: 'Scheduled', colour: 'warning' },
  { label: 'Created', colour: 'warning' },
  { label: 'Created', colour: 'danger' },
  { label: 'Created', colour: 'danger' },
  { label: 'Closed (Submitted)', colour: 'success' },
  { label: 'Declined (User)', colour: 'danger' },
  { label: 'Revoked (User)', colour: 'danger' },
  { label: 'Partial (User)', colour: 'next' },
];

/** The only status at which a transfer's data variables may be read. */
export const closedStatus = 6;

/** Label and colour of a status code; a code outside 0 to 9 reads as 0. */
export function statusOf(code: number): Status {
  return statuses[code] ?? created;
}

/** The label of a status, with its code where several share the label: `Created (4)`. */
export function statusName(code: number): string {
  const { label } = statusOf(code);
  return label === created.label ? `${label} (${code})` : label;
}
