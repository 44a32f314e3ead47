import { appOfSlot } from '@tallystick/contract/slots';
import type { Part } from './fit-beside.ts';

/**
 * What apps bring into slots that no build beside them has: a line for each, if one of the two apps moves. So it is said
 * as a page takes a slot away, and as somebody brings a widget into one that is not there.
 */
export function broughtInVain(
  parts: readonly Part[],
  moved: { has: (app: string) => boolean },
): string[] {
  const lines = parts.flatMap(({ app, build, declaration }) =>
    (declaration?.brings ?? []).flatMap(({ slot, expose }) => {
      const of = appOfSlot(slot);
      if (!moved.has(app) && !moved.has(of)) return [];
      const brings = `${app} ${build} brings ${expose} into ${slot}`;
      const owners = parts.filter((part) => part.app === of);
      if (owners.length === 0) return [`${brings}: ${of} is not here, so it is not shown.`];
      return owners
        .filter((owner) => !hasSlot(owner, slot))
        .map((owner) => `${brings}, which ${of} ${owner.build} does not have: it is not shown.`);
    }),
  );
  return lines.sort();
}

/** A shell has no declaration; it has the slots of its recorded contract, or, without one, whatever is asked. */
function hasSlot({ kind, declaration, contract }: Part, slot: string): boolean {
  if (kind === 'shell') return contract === undefined || Object.hasOwn(contract.slots ?? {}, slot);
  return declaration?.slots?.some((own) => slot.endsWith(`:${own}`)) === true;
}
