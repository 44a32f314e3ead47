import { scaleLinear, scaleTime } from '@visx/scale';
import { LinePath } from '@visx/shape';
import { useBuildNames } from '../../say/build-names.ts';
import { count } from '../../say/numbers.ts';
import classes from './chart.module.css';
import type { Picture, Series } from './picture.ts';
import { momentWords } from './time-words.ts';

/** The space around one drawing, in pixels; the figures stand in `left`. */
const margin = { left: 58, right: 6, top: 8 };
const height = 92;

interface PanelChartProps {
  readonly picture: Picture;
  readonly width: number;
  /** Bars stand on each other, failing ones in colours of their own; each series has a line of its own. */
  readonly shape: 'bars' | 'failing bars' | 'line';
  readonly series: readonly Series[];
  /** What it shows, in words. */
  readonly label: string;
  readonly say?: (value: number) => string;
}

/** Where moments are drawn, from the left, and about so many round ones among them. */
interface Across {
  (at: number): number;
  ticks(many: number): Date[];
}

export function acrossOf({ begins: [first = 0], end }: Picture, width: number): Across {
  return scaleTime({ domain: [first, end], range: [margin.left, width - margin.right] });
}

/** One drawing of several that stand below each other, over the same time. */
export function PanelChart(props: PanelChartProps) {
  const { picture, width, shape, series, label, say = count } = props;
  const across = acrossOf(picture, width);
  const heights =
    shape === 'line'
      ? series.flatMap(({ values }) => values.map((value) => value ?? 0))
      : picture.begins.map((_at, bucket) =>
          series.reduce((sum, { values }) => sum + (values[bucket] ?? 0), 0),
        );
  const most = Math.max(0, ...heights);
  const nameOf = useBuildNames();
  const up = scaleLinear({
    domain: [0, Math.max(1, most)],
    range: [height, margin.top],
  });
  const lines = up.ticks(3).filter((tick) => tick > 0 && most > 0 && Number.isInteger(tick));
  const thickness = Math.max(1, (across(picture.end) - margin.left) / picture.begins.length - 1);
  return (
    <svg
      className={classes.drawing}
      width={width}
      height={height + 1}
      role="img"
      aria-label={label}
    >
      {lines.map((tick) => (
        <g key={tick}>
          <line className={classes.grid} x1={margin.left} x2={width} y1={up(tick)} y2={up(tick)} />
          <text className={classes.figure} x={margin.left - 6} y={up(tick)} dy="0.32em">
            {say(tick)}
          </text>
        </g>
      ))}
      <line className={classes.ground} x1={margin.left} x2={width} y1={height} y2={height} />
      {picture.marks.map(({ bucket }) => (
        <line
          key={bucket}
          className={classes.marked}
          x1={across(picture.begins[bucket] ?? 0)}
          x2={across(picture.begins[bucket] ?? 0)}
          y1={0}
          y2={height}
        />
      ))}
      {(shape === 'line' ? series : []).map(({ build, values }, line) => (
        <LinePath
          key={build?.build ?? 'all'}
          className={classes.line ?? ''}
          data-line={line}
          data={picture.begins.map((at, bucket) => ({ at, value: values[bucket] }))}
          x={({ at }) => across(at) + thickness / 2}
          y={({ value }) => up(value ?? 0)}
          defined={({ value }) => typeof value === 'number'}
        />
      ))}
      {picture.begins.map((at, bucket) => {
        let below = 0;
        return series.map(({ build, values }, place) => {
          const value = values[bucket] ?? null;
          if (value === null || value === 0) return null;
          const whose = build === undefined ? '' : ` ${build.app} ${nameOf(build.build)}`;
          const text = `${momentWords(at)}: ${say(value)}${whose}`;
          if (shape === 'line') {
            return (
              <circle
                key={`${at} ${build?.build}`}
                className={classes.point}
                data-line={place}
                cx={across(at) + thickness / 2}
                cy={up(value)}
                r={2}
              >
                <title>{text}</title>
              </circle>
            );
          }
          below += value;
          return (
            <rect
              key={build?.build ?? 'others'}
              className={classes.bar}
              data-series={shape === 'failing bars' ? place : undefined}
              x={across(at)}
              y={up(below)}
              width={thickness}
              height={up(below - value) - up(below)}
            >
              <title>{text}</title>
            </rect>
          );
        });
      })}
    </svg>
  );
}
