// Records the contract of the app that standard input names, as JSON on standard output. It is a process of its own, for
// the compiler writes to standard error as it is ended, and that is nothing for who builds.
import { text } from 'node:stream/consumers';
import * as v from 'valibot';
import { readApp } from '../app.ts';
import { recordContract } from './record-contract.ts';

const inputSchema = v.object({
  folder: v.string(),
  uses: v.nullable(v.record(v.string(), v.record(v.string(), v.array(v.string())))),
});

try {
  const { folder, uses } = v.parse(inputSchema, JSON.parse(await text(process.stdin)));
  const { contract, notes } = recordContract(readApp(folder), uses);
  process.stdout.write(JSON.stringify({ contract: JSON.stringify(contract), notes }));
} catch (error) {
  process.stdout.write(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
