import { useState } from 'react';
import classes from './bars.module.css';
import { fillOf } from './fill.ts';
import { type Series, scaleOf } from './series.ts';
import { strings } from './strings.ts';

const height = 120;
const thinnest = 1.5;

interface BarsProps {
  readonly series: readonly Series[];
  readonly counts: readonly number[];
  /** What a bar says, for the ear. */
  readonly textOf: (bar: number) => string;
  /** Which bar is looked at, by pointer or by keyboard. */
  readonly looked: number | null;
  readonly onLook: (bar: number | null) => void;
  /** Prefix of the textures' ids. */
  readonly textures: string;
  readonly number: Intl.NumberFormat;
}

/** The bars: to be looked at one by one by pointing, or with the arrow keys. */
export function Bars({ series, counts, textOf, looked, onLook, textures, number }: BarsProps) {
  const [cursor, setCursor] = useState(Number.POSITIVE_INFINITY);
  const last = counts.length - 1;
  const at = Math.min(cursor, last);
  const scale = scaleOf(Math.max(0, ...counts));
  return (
    <div
      className={classes.chart}
      onPointerMove={({ clientX, currentTarget }) => {
        const { left, width } = currentTarget.getBoundingClientRect();
        const bar = Math.floor(((clientX - left) / width) * counts.length);
        onLook(Math.min(last, Math.max(0, bar)));
      }}
      onPointerLeave={() => onLook(null)}
    >
      <svg className={classes.bars} height={height} aria-hidden="true">
        {looked === null ? null : (
          <rect className={classes.looked} {...across(looked, counts.length, 1)} height={height} />
        )}
        <line className={classes.grid} x1="0" x2="100%" y1={height / 2} y2={height / 2} />
        {counts.map((_, bar) => (
          <Stack
            key={bar}
            series={series}
            bar={bar}
            of={counts.length}
            scale={scale}
            textures={textures}
          />
        ))}
        <line className={classes.base} x1="0" x2="100%" y1={height - 0.5} y2={height - 0.5} />
        <text className={classes.scale} x="2" y="10">
          {number.format(scale)}
        </text>
        <text className={classes.scale} x="2" y={height / 2 - 4}>
          {scale > 1 ? number.format(scale / 2) : ''}
        </text>
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
          onLook(currentTarget.valueAsNumber);
        }}
        onFocus={() => onLook(at)}
        onBlur={() => onLook(null)}
      />
    </div>
  );
}

interface StackProps {
  readonly series: readonly Series[];
  readonly bar: number;
  readonly of: number;
  readonly scale: number;
  readonly textures: string;
}

function Stack({ series, bar, of, scale, textures }: StackProps) {
  let top = height;
  return series.map(({ key, values, colour, texture }) => {
    const value = values[bar] ?? 0;
    if (value === 0) return null;
    const tall = Math.max(thinnest, (value / scale) * height);
    top -= tall;
    return (
      <rect
        key={key}
        {...across(bar, of, 0.8)}
        y={Math.max(0, top)}
        height={tall}
        fill={fillOf(textures, texture)}
        stroke={`var(--${colour})`}
      />
    );
  });
}

/** The part of the width that belongs to a bar, of which it takes `share`. */
function across(bar: number, of: number, share: number) {
  const width = 100 / of;
  return { x: `${(bar + (1 - share) / 2) * width}%`, width: `${width * share}%` };
}
