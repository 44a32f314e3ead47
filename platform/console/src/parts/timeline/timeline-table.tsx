import { count } from '../../say/numbers.ts';
import type { Picture, Series } from './picture.ts';
import { momentWords } from './time-words.ts';
import classes from './timeline-section.module.css';
import { words } from './words.ts';

/** The figures of a timeline, the newest first; times in which nobody reported are left out. */
export function TimelineTable({ picture }: { readonly picture: Picture }) {
  const { begins, loads, failures, lcp, inp } = picture;
  const told = begins
    .map((at, bucket) => ({ at, bucket }))
    .filter(({ bucket }) => sumAt(loads, bucket) + sumAt(failures, bucket) > 0)
    .reverse();
  if (told.length === 0) return <p className={classes.none}>{words.none}</p>;
  return (
    <details>
      <summary>{words.table}</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard */}
      <section className={classes.table} aria-label={words.title} tabIndex={0}>
        <table>
          <thead>
            <tr>
              {words.columns.map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {told.map(({ at, bucket }) => (
              <tr key={at}>
                <th scope="row">{momentWords(at)}</th>
                <td>{count(sumAt(loads, bucket))}</td>
                <td>{count(sumAt(failures, bucket))}</td>
                <td>{timeAt(lcp, bucket)}</td>
                <td>{timeAt(inp, bucket)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  );
}

const sumAt = (series: readonly Series[], bucket: number) =>
  series.reduce((sum, { values }) => sum + (values[bucket] ?? 0), 0);

function timeAt([series]: readonly Series[], bucket: number): string {
  const time = series?.values[bucket] ?? null;
  return time === null ? '–' : words.milliseconds(time);
}
