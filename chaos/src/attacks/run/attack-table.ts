import { before, beforeCommit } from '../before.ts';
import type { AttackCells, AttackOutcome } from './judge-attack.ts';

const names = {
  lists: 'lists',
  pages: 'pages',
  plain: 'a plain server',
  memory: 'memory',
  disk: 'disk',
  recall: 'recall',
} as const;

/** For a terminal: the attack, what came of it, what it cost, and what is wrong. */
export function attackLines({ name, what, wrong, ...cells }: AttackOutcome): string {
  return [
    `${name}: ${what}`,
    `    ${cells.came}`,
    `    ${costs(cells)}`,
    ...wrong.map((problem) => `    WRONG: ${problem}`),
  ]
    .filter((line) => line.trim() !== '')
    .join('\n');
}

function costs(cells: AttackCells): string {
  return (['lists', 'pages', 'plain', 'memory', 'disk', 'recall'] as const)
    .filter((key) => cells[key] !== '')
    .map((key) => `${names[key]} ${cells[key]}`)
    .join('; ');
}

/** docs/attacks.md. */
export function attackDocument(outcomes: readonly AttackOutcome[], seconds: number): string {
  const row = (texts: readonly string[]) =>
    `| ${texts.map((text) => text.replaceAll('|', '\\|')).join(' | ')} |`;
  const cell = ({ came, ...rest }: AttackCells, wrong: readonly string[]) =>
    [came, costs({ ...rest, came: '' }), ...(wrong.length === 0 ? [] : [`**${wrong.join('; ')}**`])]
      .filter((text) => text !== '')
      .join('<br>');
  return `# Attacks, and what they cost

Written by \`npm run chaos -- --only attack- --write\`: every attack was made for real, on servers of its
own with 35,592 transfers, for ${seconds} s, by processes of their own from up to 64 addresses of this
machine. Lists and pages are asked for meanwhile 20 times a second from another address, over a new
connection each time: what stands there is how many times as long 99 of 100 took as in the same run
before the attack. 'A plain server' is an HTTP server that nobody attacks: so much of it is the
machine's. Memory and disk are what was added; a recall is made half-way, and ten tabs that were open
before are to hear of it within 2 s. What is wrong stands in bold: lists more than three times as slow,
a server that ended, a recall that did not arrive, or something got that must not be. How it is done:
[decision 42](decisions/0042-the-chaos-suite.md). 'Before' was measured once at commit ${beforeCommit}.

${[
  row(['attack', 'what it is', 'before', 'now']),
  row(['---', '---', '---', '---']),
  ...outcomes.map(({ name, what, wrong, ...cells }) => {
    const known = before[name];
    return row([
      `\`${name}\``,
      what,
      known === undefined ? 'not measured' : cell(known, known.wrong),
      cell(cells, wrong),
    ]);
  }),
].join('\n')}
`;
}
