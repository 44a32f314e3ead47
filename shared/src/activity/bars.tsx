import { type PointerEvent, useRef, useState } from 'react';
import type { ActivityBar } from '../contracts/activity.ts';
import { numberText } from '../format/number.ts';
import classes from './bars.module.css';
import type { Scale } from './scale.ts';
import { strings } from './strings.ts';

/** What the highest bar takes, the room for its number above it, and the dates below: parts of the height, whatever that is. */
const plotHeight = 122;
const numberHeight = 18;
const dateHeight = 20;
const base = numberHeight + plotHeight;
const thinnest = 1.5;
const down = (part: number) => `${((100 * part) / (base + dateHeight)).toFixed(2)}%`;

interface BarsProps {
  readonly bars: readonly ActivityBar['kinds'][];
  readonly scale: Scale;
  /** Id of the pattern by which data is told from credentials without the colour. */
  readonly hatch: string;
  /** Which bar is looked at. */
  readonly looked: number | null;
  /** What a bar says, for the ear. */
  readonly textOf: (bar: number) => string;
  /** When a bar begins, for the eye. */
  readonly dateOf: (bar: number) => string;
  /** `stays`: it is looked at until another is, as after a tap or a key. */
  readonly onLook: (bar: number | null, stays: boolean) => void;
  readonly onOpen: (bar: number) => void;
}

/**
 * The bars over their dates, to be looked at one by one: by pointing, by a tap, with the arrow keys. A click, a second
 * tap and Enter open one. A server that does not know the width draws the same.
 */
export function Bars(props: BarsProps) {
  const { bars, scale, hatch, looked, textOf, onLook, onOpen } = props;
  const [cursor, setCursor] = useState(Number.POSITIVE_INFINITY);
  const tapped = useRef<number | null>(null);
  const last = bars.length - 1;
  const at = Math.min(cursor, last);
  const barAt = ({ clientX, currentTarget }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    const bar = Math.floor(((clientX - left) / width) * bars.length);
    return Math.min(last, Math.max(0, bar));
  };
  const { assets, data } = pathsOf(bars, scale);
  const lineAt = (line: number) => base - scale.heightOf(line) * plotHeight;
  return (
    <div className={classes.plot}>
      <svg className={classes.figures} aria-hidden="true">
        {scale.lines.map((line) => (
          <text key={line} x="100%" y={down(lineAt(line))} dy="0.32em" textAnchor="end">
            {shortNumber(line)}
          </text>
        ))}
      </svg>
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
        {/* Its units are bars across and pixels down, so that it stretches to any width. */}
        <svg
          className={classes.drawing}
          viewBox={`0 0 ${bars.length} ${base}`}
          preserveAspectRatio="none"
          aria-hidden="true"
        >
          <Hatch id={hatch} />
          {looked === null ? null : (
            <rect className={classes.looked} x={looked} width={1} height={base} />
          )}
          <path
            className={classes.grid}
            d={scale.lines.map((line) => `M0 ${lineAt(line)}H${bars.length}`).join('')}
          />
          <path className={classes.asset} d={assets} />
          <path d={data} fill={`url(#${hatch})`} />
          <path className={classes.base} d={`M0 ${base - 0.5}H${bars.length}`} />
        </svg>
        <Labels {...props} />
        <input
          className={classes.slider}
          type="range"
          min={0}
          max={last}
          value={at}
          aria-label={strings.look}
          aria-valuetext={textOf(at)}
          suppressHydrationWarning
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
    </div>
  );
}

/** The highest number at its bar, and the dates of the first, the middle and the last bar. */
function Labels({ bars, scale, dateOf }: BarsProps) {
  const counts = bars.map(({ asset, data }) => asset + data);
  const highest = Math.max(...counts);
  const at = counts.lastIndexOf(highest);
  const middle = Math.floor(bars.length / 2);
  const dated = bars.length < 3 ? [...bars.keys()] : [0, middle, bars.length - 1];
  return (
    <svg className={classes.labels} aria-hidden="true">
      <text
        className={classes.highest}
        y={down(base - scale.heightOf(highest) * plotHeight)}
        dy={-4}
        {...across(at, bars.length)}
      >
        {numberText(highest)}
      </text>
      {dated.map((bar) => (
        // Browsers and the server write some dates a little differently.
        <text key={bar} y="100%" dy={-4} {...across(bar, bars.length)} suppressHydrationWarning>
          {dateOf(bar)}
        </text>
      ))}
    </svg>
  );
}

/** In the middle of its bar, but within the drawing. */
function across(bar: number, of: number) {
  const share = (bar + 0.5) / of;
  if (share < 0.12) return { x: '0', textAnchor: 'start' } as const;
  if (share > 0.88) return { x: '100%', textAnchor: 'end' } as const;
  return { x: `${(share * 100).toFixed(1)}%`, textAnchor: 'middle' } as const;
}

/** All bars of a kind as one path: the page is sent with it. Data stands on credentials. */
function pathsOf(bars: BarsProps['bars'], { heightOf }: Scale) {
  const paths = { assets: '', data: '' };
  for (const [bar, { asset, data }] of bars.entries()) {
    const count = asset + data;
    const all = heightOf(count) * plotHeight;
    const tall = (part: number) => (part === 0 ? 0 : Math.max(thinnest, (part / count) * all));
    const assets = tall(asset);
    paths.assets += box(bar, base - assets, assets);
    paths.data += box(bar, base - assets - tall(data), tall(data));
  }
  return paths;
}

/** A bar takes four fifths of its place. */
function box(bar: number, top: number, height: number): string {
  if (height === 0) return '';
  const tall = height.toFixed(1);
  return `M${(bar + 0.1).toFixed(1)} ${top.toFixed(1)}h.8v${tall}h-.8z`;
}

/** Data: its colour in lines, which stay as they are however wide the drawing is. */
function Hatch({ id }: { readonly id: string }) {
  return (
    <pattern id={id} width="1" height="4" patternUnits="userSpaceOnUse">
      <rect className={classes.between} width="1" height="4" />
      <rect className={classes.data} width="1" height="2.4" />
    </pattern>
  );
}

const shortNumber = (count: number) =>
  count < 10_000 ? String(count) : `${count / (count < 1e6 ? 1e3 : 1e6)}${count < 1e6 ? 'k' : 'M'}`;
