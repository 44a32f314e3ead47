// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { createValue, useValue, type Value } from './value.ts';

afterEach(cleanup);

function Shown({ value }: { readonly value: Value<string> }) {
  return <p>{useValue(value)}</p>;
}

describe('a value', () => {
  it('is the same in several roots, and changes in all of them', () => {
    const value = createValue('first');
    render(<Shown value={value} />);
    render(<Shown value={value} />);
    expect(screen.getAllByText('first')).toHaveLength(2);
    act(() => value.set('second'));
    expect(screen.getAllByText('second')).toHaveLength(2);
    expect(value.get()).toBe('second');
  });

  it('tells each change once, to who still follows', () => {
    const value = createValue(1);
    const heard: number[] = [];
    const leave = value.follow(() => heard.push(value.get()));
    value.set(2);
    value.set(2);
    leave();
    value.set(3);
    expect(heard).toEqual([2]);
  });

  it('lets a listener leave while it is told', () => {
    const value = createValue(1);
    const heard: string[] = [];
    const leave = value.follow(() => {
      heard.push('one');
      leave();
    });
    value.follow(() => heard.push('other'));
    value.set(2);
    value.set(3);
    expect(heard).toEqual(['one', 'other', 'other']);
  });
});
