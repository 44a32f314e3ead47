import type { DataVariable } from '@tallystick/shared/contracts/transfer';
import type { Random } from './random.ts';

/** A day as `2015-07-03`, up to `years` before `moment`. */
const dayBefore = (random: Random, moment: number, years: number) =>
  new Date(moment - random.between(1, years * 365) * 86_400_000).toISOString().slice(0, 10);
const dayAfter = (random: Random, moment: number, years: number) =>
  new Date(moment + random.between(30, years * 365) * 86_400_000).toISOString().slice(0, 10);
const variable = (name: string, memo: string, data: DataVariable['data']) => ({ name, memo, data });

type Maker = (random: Random, moment: number) => DataVariable[];
const makers = {
  degree: (random, moment) => [
    variable(
      'degree',
      'Title as awarded',
      random.pick([
        'BSc Physics',
        'BA History',
        'MSc Statistics',
        'MEng Civil Engineering',
        'LLM International Law',
        'BMus Composition',
        'MBA',
        'PhD Marine Biology',
      ]),
    ),
    variable('awarded', 'Date on the certificate', dayBefore(random, moment, 20)),
    variable('honours', 'Awarded with honours', random.oneIn(4)),
  ],
  residence: (random, moment) => [
    variable(
      'district',
      'Registered district',
      random.pick(['Centre', 'North', 'Harbour', 'West']),
    ),
    variable('since', 'Registered since', dayBefore(random, moment, 15)),
  ],
  health: (random, moment) => [
    variable(
      'vaccine',
      'Vaccine given',
      random.pick(['Tetanus', 'Hepatitis B', 'Yellow fever', 'Influenza', 'Measles']),
    ),
    variable('given', 'Date of the dose', dayBefore(random, moment, 3)),
    variable('dose', 'Number of the dose', random.between(1, 3)),
  ],
  employment: (random, moment) => [
    variable(
      'position',
      'Position held',
      random.pick(['Engineer', 'Designer', 'Dispatcher', 'Analyst', 'Technician', 'Accountant']),
    ),
    variable('from', 'First working day', dayBefore(random, moment, 12)),
    variable('until', 'Last working day; none while employed', null),
  ],
  language: (random, moment) => [
    variable(
      'language',
      'Language tested',
      random.pick(['Spanish', 'Japanese', 'Irish', 'Arabic']),
    ),
    variable('level', 'Level reached (CEFR)', random.pick(['A2', 'B1', 'B2', 'C1', 'C2'])),
    variable('score', 'Points, of 100', random.between(52, 99)),
    variable('tested', 'Date of the test', dayBefore(random, moment, 4)),
  ],
  licence: (random, moment) => [
    variable('class', 'Class of licence', random.pick(['B', 'C1', 'Master 200 GT', 'Registered'])),
    variable('expires', 'Valid until', dayAfter(random, moment, 10)),
  ],
  account: (random, moment) => [
    variable('standing', 'Account in good standing', !random.oneIn(9)),
    variable('opened', 'Account opened', dayBefore(random, moment, 18)),
  ],
  cover: (random) => [
    variable('age band', 'Age in bands of five years', random.pick(['25-29', '30-34', '40-44'])),
    variable('claim-free years', 'Whole years without a claim', random.between(0, 15)),
    variable('smoker', 'As stated by the person', random.oneIn(5)),
  ],
  tenancy: (random) => [
    variable('income', 'At least three times the rent', !random.oneIn(6)),
    variable('household', 'Number of people', random.between(1, 5)),
  ],
  hiring: (random, moment) => [
    variable('right to work', 'Permitted in the country of the post', true),
    variable('available', 'Earliest first day', dayAfter(random, moment, 1)),
  ],
  study: (random) => [
    variable('year of birth', 'Year only', random.between(1950, 2004)),
    variable('resting pulse', 'Beats a minute, mean of a week', random.between(48, 88)),
    variable('postal area', 'First two characters', random.pick(['10', '28', 'D1', '53', 'G4'])),
  ],
  lending: (random) => [
    variable('income band', 'Yearly, before tax', random.pick(['20-30k', '30-45k', '45-60k'])),
    variable('arrears', 'Payments overdue', random.pick([0, 0, 0, 1])),
  ],
  mobility: (random, moment) => [
    variable('licence held', 'Class B or higher', true),
    variable('licence since', 'Date of first issue', dayBefore(random, moment, 25)),
  ],
  check: (random, moment) => [
    variable('outcome', 'Result of the check', random.pick(['confirmed', 'confirmed', 'unclear'])),
    variable('method', 'How it was checked', random.pick(['register', 'document', 'interview'])),
    variable('checked', 'Date of the check', dayBefore(random, moment, 1)),
  ],
} satisfies Record<string, Maker>;
/** What an organisation issues or asks for. */
export type Trade = keyof typeof makers;

/** The data variables that a transfer of this trade carries once it is closed, at `moment` (ms). */
export function variablesOf(trade: Trade, random: Random, moment: number): DataVariable[] {
  const maker: Maker = makers[trade];
  return maker(random, moment);
}
