// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { StrictMode } from 'react';
import { afterEach, expect, it } from 'vitest';
import { useLate } from './use-late.ts';

afterEach(cleanup);

const Arrived = () => <p>Arrived</p>;

function setUp(answers: (() => Promise<typeof Arrived>)[]) {
  let loads = 0;
  const load = () => {
    loads += 1;
    return answers.shift()?.() ?? Promise.reject(new Error('asked too often'));
  };
  const Place = ({ wanted }: { wanted: string | null }) => {
    const [Late, pending] = useLate(load, wanted);
    if (Late) return <Late />;
    return <p>{`${Late === null ? 'Failed' : 'Nothing'}${pending ? ', asked for' : ''}`}</p>;
  };
  const { rerender } = render(<Place wanted={null} />);
  return { want: (wanted: string) => rerender(<Place wanted={wanted} />), loads: () => loads };
}

const fails = () => Promise.reject(new Error('offline'));
const comes = async () => Arrived;

it('comes when it is wanted, and once', async () => {
  const { want, loads } = setUp([comes]);
  expect(screen.getByText('Nothing')).toBeTruthy();
  expect(loads()).toBe(0);
  want('ada');
  expect(await screen.findByText('Arrived')).toBeTruthy();
  want('bob');
  expect(screen.getByText('Arrived')).toBeTruthy();
  expect(loads()).toBe(1);
});

it('asks again for whoever wants it after a failure', async () => {
  const { want, loads } = setUp([fails, comes]);
  want('ada');
  expect(await screen.findByText('Failed')).toBeTruthy();
  want('ada');
  expect(loads()).toBe(1);
  want('bob');
  expect(screen.getByText('Failed, asked for')).toBeTruthy();
  expect(await screen.findByText('Arrived')).toBeTruthy();
  expect(loads()).toBe(2);
});

it('comes although effects are run twice', async () => {
  const Place = () => {
    const [Late] = useLate(comes, 'ada');
    return Late ? <Late /> : null;
  };
  render(<Place />, { wrapper: StrictMode });
  expect(await screen.findByText('Arrived')).toBeTruthy();
});
