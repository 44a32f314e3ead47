import type { Revision } from '@tallystick/registry/contract/channel';
import { strings } from '../strings.ts';
import classes from './move-line.module.css';

interface ArrangedLineProps {
  readonly arranged: NonNullable<Revision['arranged']>;
}

/** What a revision says of a slot. */
export function ArrangedLine({ arranged }: ArrangedLineProps) {
  const { slot, to } = arranged;
  return (
    <p className={classes.move}>
      <strong>{slot}</strong>
      <span>{strings.change.arranged(to?.hidden ?? [], to?.order ?? [])}</span>
    </p>
  );
}
