import { once } from 'node:events';
import { startScript } from '../lists-under-import/ledger-process.ts';
import { madeLines } from './made-ledger.ts';

const charactersAtOnce = 262_144;

/**
 * Fills an empty ledger with so many transfers by `npm run ledger -- import - --bulk`, which tells on stderr how
 * far it is. Returns the seconds that it took.
 */
export async function fillLedger(
  transfers: number,
  variables: Record<string, string>,
): Promise<number> {
  const begun = performance.now();
  const child = startScript('command', ['import', '-', '--bulk'], variables, [
    'pipe',
    'inherit',
    'inherit',
  ]);
  const ended = once(child, 'close');
  const input = child.stdin;
  if (!input) throw new Error('The import has no input.');
  input.on('error', () => {});
  let text = '';
  for (const line of madeLines(transfers)) {
    text += line;
    if (text.length < charactersAtOnce) continue;
    if (child.exitCode !== null) break;
    if (!input.write(text)) await Promise.race([once(input, 'drain'), ended]);
    text = '';
  }
  input.end(text);
  const [code] = await ended;
  if (code !== 0) throw new Error(`The import ended with ${code}.`);
  return (performance.now() - begun) / 1_000;
}
