import { useLayoutEffect, useRef, useState } from 'react';
import { useBuildNames } from '../../say/build-names.ts';
import classes from './chart.module.css';
import { acrossOf, PanelChart } from './panel-chart.tsx';
import type { Picture } from './picture.ts';
import { timeWords } from './time-words.ts';
import { words } from './words.ts';

interface ChartProps {
  readonly picture: Picture;
  /** The beginning of the ids of the revisions that it leads to. */
  readonly anchor: string;
}

/** Loads, failures by build, LCP and INP over the same time, with a mark where a revision was made. */
export function Chart({ picture, anchor }: ChartProps) {
  const place = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  const nameOf = useBuildNames();
  useLayoutEffect(() => {
    const box = place.current;
    if (box === null) return;
    const measure = () => setWidth(box.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(box);
    return () => observer.disconnect();
  }, []);
  const { loads, failures, lcp, lcpOf, inp, allLoads, allFailures } = picture;
  const shared = { picture, width };
  return (
    <div ref={place} className={classes.chart}>
      {width === 0 ? null : (
        <>
          <Marks picture={picture} width={width} anchor={anchor} />
          <p>{words.loads(allLoads)}</p>
          <PanelChart {...shared} shape="bars" series={loads} label={words.loads(allLoads)} />
          <p className={classes.legend}>
            {words.failures(allFailures, allLoads)}
            {failures.map(({ build }, series) => (
              <span key={build?.build ?? 'others'} className={classes.key} data-series={series}>
                {build === undefined ? words.others : `${build.app} ${nameOf(build.build)}`}
              </span>
            ))}
          </p>
          <PanelChart
            {...shared}
            shape="failing bars"
            series={failures}
            label={words.failures(allFailures, allLoads)}
          />
          <p className={classes.legend}>
            {words.lcp}
            {lcpOf.map(({ build }, line) => (
              <span key={build?.build} className={classes.key} data-line={line}>
                {nameOf(build?.build ?? '')}
              </span>
            ))}
          </p>
          <PanelChart
            {...shared}
            shape="line"
            series={lcpOf.length === 0 ? lcp : lcpOf}
            label={words.lcp}
            say={words.milliseconds}
          />
          <p>{words.inp}</p>
          <PanelChart
            {...shared}
            shape="line"
            series={inp}
            label={words.inp}
            say={words.milliseconds}
          />
          <Times picture={picture} width={width} />
        </>
      )}
    </div>
  );
}

/** A link for each mark, to what was done then. */
function Marks({ picture, width, anchor }: ChartProps & { width: number }) {
  const across = acrossOf(picture, width);
  return (
    <div className={classes.marks}>
      {picture.marks.map(({ bucket, marks }) => {
        const revisions = marks.map(({ revision }) => revision);
        return (
          <a
            key={bucket}
            className={classes.mark}
            href={`#${anchor}${revisions[0]}`}
            title={words.mark(revisions)}
            aria-label={words.mark(revisions)}
            style={{ insetInlineStart: across(picture.begins[bucket] ?? 0) }}
          >
            {revisions[0]}
          </a>
        );
      })}
    </div>
  );
}

/** Half of what a time takes, in pixels: one at the end would be cut there. */
const halfTime = 20;

/** Times below the drawings, as many as there is room for. */
function Times({ picture, width }: { readonly picture: Picture; readonly width: number }) {
  const across = acrossOf(picture, width);
  const [first = 0] = picture.begins;
  return (
    <svg className={classes.times} width={width} height={18} aria-hidden="true">
      {across.ticks(Math.max(2, Math.floor(width / 110))).map((tick) => (
        <text
          key={tick.getTime()}
          className={classes.time}
          x={Math.min(across(tick.getTime()), width - halfTime)}
          y={13}
        >
          {timeWords(tick.getTime(), picture.end - first)}
        </text>
      ))}
    </svg>
  );
}
