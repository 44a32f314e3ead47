import { type PointerEvent, useRef, useState } from 'react';
import type { ActivityBar } from '../contracts/activity.ts';
import classes from './bars.module.css';
import { strings } from './strings.ts';

/** Less than its row, so that the highest bar does not touch the button above it. */
const height = 44;
const thinnest = 1.5;

interface BarsProps {
  readonly bars: readonly ActivityBar['kinds'][];
  /** What the height stands for; a bar above it is cut, and shows that. */
  readonly top: number;
  /** Id of the pattern by which data is told from credentials without the colour. */
  readonly hatch: string;
  /** Which bar is looked at. */
  readonly looked: number | null;
  /** What a bar says, for the ear. */
  readonly textOf: (bar: number) => string;
  /** `stays`: it is looked at until another is, as after a tap or a key. */
  readonly onLook: (bar: number | null, stays: boolean) => void;
  readonly onOpen: (bar: number) => void;
}

/**
 * The bars, to be looked at one by one: by pointing, by a tap, with the arrow keys. A click, a second
 * tap and Enter open one.
 */
export function Bars({ bars, top, hatch, looked, textOf, onLook, onOpen }: BarsProps) {
  const [cursor, setCursor] = useState(Number.POSITIVE_INFINITY);
  const tapped = useRef<number | null>(null);
  const last = bars.length - 1;
  const at = Math.min(cursor, last);
  const barAt = ({ clientX, currentTarget }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    const bar = Math.floor(((clientX - left) / width) * bars.length);
    return Math.min(last, Math.max(0, bar));
  };
  return (
    <div
      className={classes.bars}
      onPointerMove={(event) => onLook(barAt(event), event.pointerType !== 'mouse')}
      onPointerDown={() => {
        tapped.current = looked;
      }}
      onPointerUp={(event) => {
        const bar = barAt(event);
        const mouse = event.pointerType === 'mouse';
        if (mouse ? event.button === 0 : tapped.current === bar) onOpen(bar);
        else onLook(bar, !mouse);
      }}
      onPointerLeave={({ pointerType }) => {
        if (pointerType === 'mouse') onLook(null, false);
      }}
    >
      <svg className={classes.drawing} height={height} aria-hidden="true">
        <Hatch id={hatch} />
        {looked === null ? null : (
          <rect className={classes.looked} {...across(looked, bars.length, 1)} height={height} />
        )}
        {bars.map((kinds, bar) => (
          <Stack
            key={bar}
            kinds={kinds}
            top={top}
            hatch={hatch}
            {...across(bar, bars.length, 0.8)}
          />
        ))}
        <line className={classes.base} x1="0" x2="100%" y1={height - 0.5} y2={height - 0.5} />
      </svg>
      <input
        className={classes.slider}
        type="range"
        min={0}
        max={last}
        value={at}
        aria-label={strings.look}
        aria-valuetext={textOf(at)}
        onChange={({ currentTarget }) => {
          setCursor(currentTarget.valueAsNumber);
          onLook(currentTarget.valueAsNumber, true);
        }}
        onKeyDown={({ key }) => {
          if (key === 'Enter') onOpen(at);
        }}
        onFocus={() => onLook(at, true)}
        onBlur={() => onLook(null, false)}
      />
    </div>
  );
}

interface StackProps extends Pick<BarsProps, 'top' | 'hatch'>, ReturnType<typeof across> {
  readonly kinds: ActivityBar['kinds'];
}

function Stack({ kinds: { asset, data }, top, hatch, ...place }: StackProps) {
  const count = asset + data;
  if (count === 0) return null;
  const tall = (part: number) =>
    part === 0 ? 0 : Math.max(thinnest, (part / Math.max(count, top)) * height);
  const assets = tall(asset);
  return (
    <>
      <rect className={classes.asset} {...place} y={height - assets} height={assets} />
      <rect
        className={classes.data}
        {...place}
        y={Math.max(0, height - assets - tall(data))}
        height={tall(data)}
        fill={`url(#${hatch})`}
      />
      {count > top ? <rect className={classes.cut} {...place} y={8} height={3} /> : null}
    </>
  );
}

/** Data: its colour in lines. */
function Hatch({ id }: { readonly id: string }) {
  return (
    <pattern id={id} width="4" height="4" patternUnits="userSpaceOnUse">
      <rect width="4" height="4" fill="var(--paper)" />
      <path d="M-1 3L3 -1M1 5L5 1" stroke="var(--next)" strokeWidth="1.4" />
    </pattern>
  );
}

/** The part of the width that belongs to a bar, of which it takes `share`. */
function across(bar: number, of: number, share: number) {
  const width = 100 / of;
  return { x: `${(bar + (1 - share) / 2) * width}%`, width: `${width * share}%` };
}
