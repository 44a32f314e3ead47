import { markdownTable } from '@tallystick/e2e/src/house/tables.ts';
import * as v from 'valibot';
import { writtenRows } from '../../run/written-rows.ts';
import type { Attack } from '../attack.ts';
import beforeFile from '../before.json' with { type: 'json' };
import { type AttackCells, type AttackOutcome, measuredSchema } from './judge-attack.ts';

/** What attacks got and cost at an earlier commit, for comparison. */
const before = v.parse(measuredSchema, beforeFile.measured);

const measures = ['lists', 'pages', 'plain', 'memory', 'disk', 'recall'] as const;

/** For a terminal: the attack, what came of it, what it cost, and what is wrong. */
export function attackLines({ name, what, ...cells }: AttackOutcome): string {
  return [
    `${name}: ${what}`,
    `    ${cells.came}`,
    `    ${costs(cells)}`,
    ...cells.wrong.map((problem) => `    WRONG: ${problem}`),
  ]
    .filter((line) => line.trim() !== '')
    .join('\n');
}

function costs(cells: AttackCells): string {
  return measures
    .filter((name) => cells[name] !== '')
    .map((name) => `${name === 'plain' ? 'a plain server' : name} ${cells[name]}`)
    .join('; ');
}

/**
 * docs/attacks.md.
 *
 * @param written the same before: what it says of attacks that were not made now stays
 */
export function attackDocument(
  attacks: readonly Pick<Attack, 'name' | 'what'>[],
  outcomes: readonly AttackOutcome[],
  written: string,
): string {
  const rows = writtenRows(written);
  const cell = (cells: AttackCells | undefined, otherwise = 'not measured') => {
    if (cells === undefined) return otherwise;
    const others = cells.wrong.filter((problem) => problem !== cells.came);
    const came = others.length < cells.wrong.length ? `**${cells.came}**` : cells.came;
    const problems = others.length === 0 ? '' : `**${others.join('; ')}**`;
    return [came, costs(cells), problems].filter((text) => text !== '').join('<br>');
  };
  return `# Attacks, and what they cost

Written by \`npm run chaos -- --only attack- --write\`: every attack was made for real, on servers of its
own with 35,592 transfers, for as long as stands there, by processes of their own from up to 64 addresses
of this machine, with the lowest priority: they stand for other machines ('before' was measured with the
usual priority, and for 10 s). Lists and pages are asked for meanwhile 20 times a second from another
address, over a new connection each time: what stands there is how many times as long 99 of 100 took as in the same run
before the attack. 'A plain server' is an HTTP server that nobody attacks: so much of it is the
machine's. Memory and disk are what was added; a recall is made half-way, and ten tabs that were open
before are to hear of it within 2 s. What is wrong stands in bold: lists or pages more than three times as slow,
a server that ended, a recall that did not arrive, or something got that must not be. How it is done:
[decision 55](decisions/0055-attacks-are-measured.md). 'Before' was measured once at commit ${beforeFile.commit}.

${markdownTable(
  ['attack', 'what it is', 'before', 'now'],
  attacks.map(({ name, what }) => [
    `\`${name}\``,
    what,
    cell(before[name]),
    cell(
      outcomes.find((outcome) => outcome.name === name),
      rows.get(name)?.at(-1),
    ),
  ]),
)}
`;
}
