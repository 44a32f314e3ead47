import { type BuildContract, buildContractSchema } from '@tallystick/contract/build-contract';
import * as v from 'valibot';

const contractTextSchema = v.pipe(v.string(), v.parseJson(), buildContractSchema);

/** What the text of a `contract.json` says; null: it is none. */
export function parseContract(text: string): BuildContract | null {
  const parsed = v.safeParse(contractTextSchema, text);
  return parsed.success ? parsed.output : null;
}
