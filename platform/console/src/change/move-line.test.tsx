// @vitest-environment jsdom
import type { Move } from '@tallystick/registry/contract/channel';
import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { MoveLine } from './move-line.tsx';

afterEach(cleanup);

const [one, two, three] = ['0.3.0-aaaaaaaaaaaa', '0.4.0-bbbbbbbbbbbb', '0.5.0-cccccccccccc'];
const still = { app: 'mfe-ledger', from: one, to: one, canaryFrom: null, canaryTo: null };

it.each<[string, Partial<Move>, string]>([
  [
    'a canary that takes the place of another build',
    { canaryFrom: { build: three, percent: 50 }, canaryTo: { build: two, percent: 25 } },
    'mfe-ledger ccccccc canary 50 % → ended bbbbbbb canary none → 25 %',
  ],
  [
    'a canary for more browsers',
    { canaryFrom: { build: two, percent: 5 }, canaryTo: { build: two, percent: 20 } },
    'mfe-ledger bbbbbbb canary 5 % → 20 %',
  ],
  [
    'a ramp that is paused',
    {
      canaryFrom: { build: two, percent: 5, ramp: { steps: [25, 100] } },
      canaryTo: { build: two, percent: 5, ramp: { steps: [25, 100], paused: true } },
    },
    'mfe-ledger bbbbbbb canary 5 %, then 25 %, 100 % (paused)',
  ],
  [
    'a canary that ends as another build is for everybody',
    { to: three, canaryFrom: { build: two, percent: 20 } },
    'mfe-ledger aaaaaaa → ccccccc bbbbbbb canary 20 % → ended',
  ],
  [
    'a canary that is for everybody now',
    { to: two, canaryFrom: { build: two, percent: 20 } },
    'mfe-ledger aaaaaaa → bbbbbbb',
  ],
  [
    'settings, for all and for a share',
    {
      settings: {
        from: null,
        to: { values: { size: 50 }, share: { percent: 10, values: { newList: true } } },
      },
    },
    'mfe-ledger as declared → size=50, newList=true for 10 %',
  ],
])('says what became of %s', (_what, move, said) => {
  const { container } = render(<MoveLine move={{ ...still, ...move }} />);
  const texts = [...container.querySelectorAll('strong, code, span:not(:has(*))')];
  const words = texts.map(({ textContent }) => textContent?.trim()).join(' ');
  expect(words).toBe(said);
});
