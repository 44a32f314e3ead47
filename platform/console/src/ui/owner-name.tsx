import type { Owner } from '@tallystick/contract/owner';

interface OwnerNameProps {
  readonly owner: Owner;
  /** What is said in place of the team's name alone. */
  readonly children?: string;
}

/** The team that an app belongs to, with its links. */
export function OwnerName({ owner: { team, links }, children = team }: OwnerNameProps) {
  return (
    <>
      {children}
      {links.map(({ text, href }) => (
        <span key={text + href}>
          {' · '}
          <a href={href} rel="noreferrer">
            {text}
          </a>
        </span>
      ))}
    </>
  );
}
