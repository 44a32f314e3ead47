import type { RemoteDeclaration } from './remote.ts';
import { appOfSlot } from './slots.ts';

/** So many slots, and as many widgets that are brought into them. */
const maxSlots = 20;

/** What is wrong with the slots that a remote has, or with what it brings into others'; null: nothing. */
export function slotsProblem({
  name,
  exposes = [],
  slots = [],
  brings = [],
}: RemoteDeclaration): string | null {
  const places = brings.map(({ slot, expose }) => `${expose} into ${slot}`);
  if (slots.length > maxSlots) return `declares more than ${maxSlots} slots`;
  if (brings.length > maxSlots) return `brings more than ${maxSlots} widgets into slots`;
  const twice = [...slots, ...places].find((one, at, all) => all.indexOf(one) < at);
  if (twice !== undefined) return `says ${twice} twice`;
  const unknown = brings.find(({ expose }) => !exposes.includes(expose));
  if (unknown !== undefined) {
    return `brings ${unknown.expose} into ${unknown.slot}, which is none of its "exposes"`;
  }
  const own = brings.find(({ slot }) => appOfSlot(slot) === name);
  return own === undefined ? null : `brings ${own.expose} into ${own.slot}, a slot of its own`;
}
