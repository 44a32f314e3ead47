import {
  type FoundBuild,
  isRunning,
  packageNameSchema,
  rangeSchema,
} from '@tallystick/registry/parts/contents/contract/contents';
import { contentsRoutes } from '@tallystick/registry/parts/contents/contract/routes';
import { Button } from '@tallystick/ui/button';
import { Spinner } from '@tallystick/ui/spinner';
import { type SubmitEvent, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import * as v from 'valibot';
import { PageTitle } from '../../frame/page-title.tsx';
import { useQuery } from '../../live/use-query.ts';
import { BuildName } from '../../say/build-name.tsx';
import { KnownBuilds } from '../../say/build-names.ts';
import { MomentInFull } from '../../say/moment.tsx';
import { strings } from '../../strings.ts';
import { TextField } from '../../ui/field.tsx';
import { OwnerName } from '../../ui/owner-name.tsx';
import page from '../../ui/page.module.css';
import rows from '../../ui/rows.module.css';
import { Tag } from '../../ui/tag.tsx';
import { TroubleNotice } from '../../ui/trouble-notice.tsx';
import classes from './packages-page.module.css';
import { words } from './words.ts';

/** Which builds have a package in them. The address says what is looked for. */
export function PackagesPage() {
  const [query, setQuery] = useSearchParams();
  const name = query.get('package') ?? '';
  const range = query.get('versions') ?? '';
  const isRight = v.is(packageNameSchema, name) && (range === '' || v.is(rangeSchema, range));
  const look = (asked: { name: string; range: string }) => {
    const next = new URLSearchParams(query);
    next.set('package', asked.name);
    if (asked.range === '') next.delete('versions');
    else next.set('versions', asked.range);
    setQuery(next, { preventScrollReset: true });
  };
  return (
    <div className={page.page}>
      <PageTitle text={words.title} />
      <p className={page.lead}>{words.lead}</p>
      <Question key={`${name} ${range}`} name={name} range={range} onLook={look} />
      {isRight ? <Answer key={`answer ${name} ${range}`} name={name} range={range} /> : null}
    </div>
  );
}

interface QuestionProps {
  readonly name: string;
  readonly range: string;
  readonly onLook: (asked: { name: string; range: string }) => void;
}

function Question({ name, range, onLook }: QuestionProps) {
  const [typed, setTyped] = useState({ name, range });
  const [isSent, setSent] = useState(name !== '');
  const asked = { name: typed.name.trim(), range: typed.range.trim() };
  const isName = v.is(packageNameSchema, asked.name);
  const isRange = asked.range === '' || v.is(rangeSchema, asked.range);
  const send = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    setSent(true);
    if (isName && isRange) onLook(asked);
  };
  return (
    <form className={classes.question} aria-label={words.title} onSubmit={send}>
      <TextField
        label={words.name}
        hint={words.nameHint}
        problem={isSent && !isName ? words.nameWrong : null}
        value={typed.name}
        onText={(text) => setTyped({ ...typed, name: text })}
      />
      <TextField
        label={words.range}
        hint={words.rangeHint}
        problem={isSent && !isRange ? words.rangeWrong : null}
        value={typed.range}
        onText={(text) => setTyped({ ...typed, range: text })}
      />
      <div className={classes.send}>
        <Button primary type="submit">
          {words.look}
        </Button>
      </div>
    </form>
  );
}

function Answer({ name, range }: { readonly name: string; readonly range: string }) {
  const { value, at, trouble } = useQuery(`contains ${name} ${range}`, (admin, signal) =>
    admin.ask(contentsRoutes.contains, { query: { name, range: range || undefined } }, signal),
  );
  if (value === null) {
    return trouble === null ? (
      <Spinner text={strings.wait} />
    ) : (
      <TroubleNotice trouble={trouble} shownAt={at} />
    );
  }
  const running = value.builds.filter(isRunning);
  const many = (finding: FoundBuild['found']) =>
    running.filter(({ found }) => found === finding).length;
  const what = range === '' ? name : `${name} ${range}`;
  return (
    <>
      <TroubleNotice trouble={trouble} shownAt={at} />
      <p role="status">{words.result(what, many('inside'), many('unknown'))}</p>
      <KnownBuilds value={value.builds}>
        <ul className={rows.list} aria-label={words.list}>
          {value.builds.map((found) => (
            <Found key={`${found.app} ${found.build}`} found={found} />
          ))}
        </ul>
      </KnownBuilds>
    </>
  );
}

const tones = { inside: 'danger', unknown: 'warning', taken: 'plain' } as const;

function Found({ found: one }: { readonly found: FoundBuild }) {
  const { app, build, found, versions, standing, owner, publishedAt, publishedBy } = one;
  const places = standing.map(({ channel, as }) => words.standing[as](channel));
  return (
    <li className={rows.row}>
      <p className={rows.name}>
        <strong>{app}</strong>
        <BuildName build={build} />
        <Tag tone={tones[found]}>{[words.found[found], ...versions].join(' ')}</Tag>
        <span>{places.join(', ') || words.never}</span>
      </p>
      <p className={rows.facts}>
        {owner !== undefined && found === 'inside' ? (
          <span>
            <OwnerName owner={owner}>{words.rebuild(owner.team)}</OwnerName>
          </span>
        ) : null}
        <span>
          {words.publishedBy(publishedBy)}, <MomentInFull at={publishedAt} />
        </span>
      </p>
    </li>
  );
}
