import { createHmac, timingSafeEqual } from 'node:crypto';
import type { AuditEntry } from '../contract/history.ts';
import type { SigningKey } from '../signing/signing-key.ts';
import { isIntact, misplacedAs } from './chain.ts';
import type { ChainView } from './chain-view.ts';
import type { LinkRow } from './read-links.ts';
import { openReplay } from './replay.ts';

/** A link by its place and its hash. */
export type Head = Pick<AuditEntry, 'sequence' | 'hash'>;

export type LinkMac = ReturnType<typeof openLinkMac>;

/** Makes and knows the keyed hashes of links. */
export function openLinkMac(key: SigningKey) {
  const secret = key.derive('audit chain');
  const of = (hash: string) => createHmac('sha256', secret).update(hash).digest();
  return {
    /** In base64. It covers all of the link and of those before it, since the link's hash does. */
    of: (hash: string): string => of(hash).toString('base64'),
    isOf: (hash: string, mac: string | null): boolean => {
      const given = Buffer.from(mac ?? '', 'base64');
      const own = of(hash);
      return given.length === own.length && timingSafeEqual(own, given);
    },
  };
}

export type Walk = ReturnType<typeof openWalk>;

/**
 * The chain, walked link by link. Follows the links that the registry wrote; of others it says that they are there.
 * Each of them may stand where a revocation stood.
 *
 * @param mac null: before links had keyed hashes, every link that its hash covers counts
 * @param views what parts read of it
 */
export function openWalk(mac: LinkMac | null, views: readonly ChainView[]) {
  const replay = openReplay(views);
  const problems: string[] = [];
  let last: Head | null = null;
  let gap = 0;
  return {
    /** The last link that was seen, or null. */
    last: (): Head | null => last,
    /** Its number; 0: none. */
    reached: (): number => last?.sequence ?? 0,
    /** The newest link before which one is missing, or that was changed or not written by the registry; 0: none. */
    gap: (): number => gap,
    /** What the links say that the registry wrote. */
    replay,
    /** One line each. */
    problems,
    take: ({ link, mac: given, kept }: LinkRow): void => {
      const intact = isIntact(link);
      const changed = intact ? null : `link ${link.sequence} is not what its hash says`;
      const flaw = misplacedAs(link, last) ?? changed;
      const isOwn = intact && (mac === null || mac.isOf(link.hash, given));
      const foreign = isOwn ? null : `link ${link.sequence} was not written by the registry`;
      const problem = flaw ?? foreign;
      if (problem !== null) {
        problems.push(problem);
        gap = link.sequence;
      }
      if (isOwn || mac === null) problems.push(...replay.follow(link, kept));
      last = link;
    },
  };
}
