import { markdownTable } from '@tallystick/e2e/src/house/tables.ts';
import { writtenRows } from '../../run/written-rows.ts';
import type { Attack } from '../attack.ts';
import type { AttackCells, AttackOutcome } from './judge-attack.ts';

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

Written by \`npm run chaos -- --only attack- --write\`. Every attack was made for real, on servers of its own with 35,592
transfers, from up to 64 addresses of this machine, by processes with the lowest priority.

Meanwhile somebody else asks for lists and pages 20 times a second, over new connections. The table says how many times as long
99 of 100 took as before the attack; for 'a plain server', which nobody attacks, it is the machine's own share. Memory and disk
are what was added. Half-way a build is recalled, and ten open tabs must hear of it within 2 s. Wrong, in bold: lists or pages more
than three times as slow, a server that ended, a late recall, or something got that must not be
([decision 55](decisions/0055-attacks-are-measured.md)).

${markdownTable(
  ['attack', 'what it is', 'what came of it'],
  attacks.map(({ name, what }) => [
    `\`${name}\``,
    what,
    cell(
      outcomes.find((outcome) => outcome.name === name),
      rows.get(name)?.at(-1),
    ),
  ]),
)}
`;
}
