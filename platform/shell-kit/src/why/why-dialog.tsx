import { useEffect, useRef, useState } from 'react';
import type { PageFacts } from './facts.ts';
import type { Table } from './tables.ts';
import { plainText, type Section, sectionsOf } from './words.ts';

interface WhyDialogProps {
  readonly facts: PageFacts;
  /** The part that it was asked for; null: none. */
  readonly app: string | null;
  readonly closed: () => void;
}

/** Says for each part of the page which build it runs and why. */
export function WhyDialog({ facts, app, closed }: WhyDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  // It keeps the focus in it, and gives it back to where it was.
  useEffect(() => dialog.current?.showModal(), []);
  const sections = sectionsOf(facts, app);
  const text = plainText(facts, sections);
  return (
    <dialog ref={dialog} aria-labelledby="why" onClose={closed}>
      <h2 id="why">Why this page runs what it runs</h2>
      <p>{`Revision ${facts.revision} of ${facts.channel}. What is copied has no values of the address’s query.`}</p>
      <div className="bar">
        <CopyButton text={text} />
        <button type="button" onClick={() => dialog.current?.close()}>
          Close
        </button>
      </div>
      {sections.map((section) => (
        <Part key={section.heading} {...section} />
      ))}
      <details>
        <summary>As plain text</summary>
        <pre>{text}</pre>
      </details>
    </dialog>
  );
}

function CopyButton({ text }: { readonly text: string }) {
  const [said, setSaid] = useState('');
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setSaid('Copied.'),
      () => setSaid('This browser does not let it be copied: take the plain text below.'),
    );
  return (
    <>
      <button type="button" onClick={copy}>
        Copy for support
      </button>
      <span role="status">{said}</span>
    </>
  );
}

function Part({ heading, says, tables }: Section) {
  return (
    <section aria-label={heading}>
      <h3>{heading}</h3>
      {says.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      {tables.map((table) => (
        <PartTable key={table.caption} {...table} />
      ))}
    </section>
  );
}

function PartTable({ caption, head, rows }: Table) {
  return (
    <div className="scroll">
      <table>
        <caption>{caption}</caption>
        <thead>
          <tr>
            {head.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, ...cells]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {cells.map((cell, at) => (
                <td key={head[at + 1]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
