import {
  type BuildContract,
  buildContractSchema,
} from '@tallystick/shared/contracts/build-contract';
import * as v from 'valibot';

/** What the text of a `contract.json` says; null: it is none. */
export function parseContract(text: string): BuildContract | null {
  try {
    const parsed = v.safeParse(buildContractSchema, JSON.parse(text));
    return parsed.success ? parsed.output : null;
  } catch {
    return null;
  }
}
