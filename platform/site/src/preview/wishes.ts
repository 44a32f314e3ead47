import { grantedPreviewSchema } from '@tallystick/registry/contract/admin-api';
import {
  buildsOfLink,
  type PreviewSelection,
} from '@tallystick/registry/contract/preview-selection';
import type { Registry } from '@tallystick/registry/registry';
import * as v from 'valibot';
import type { CurrentPreviews, PreviewRequest } from './current-preview.ts';
import { parseSelection } from './selection.ts';
import type { Wish } from './wish.ts';

/** How long a browser keeps the cookie, where its preview does not last as long as a link. */
export const lifetimeSeconds = 3_600;
const grantedTicket = v.pipe(v.string(), v.parseJson(), grantedPreviewSchema);

/** What a wish would show. */
export interface Wanted {
  selected: PreviewSelection;
  /** Name of the person who gave the link or the ticket; null: the one who is in the preview. */
  by: string | null;
  /** When it ends, in milliseconds since 1970. */
  until: number;
  /** Only the browser that first says yes gets the preview. */
  once: boolean;
}

interface WishesOptions {
  registry: Pick<Registry, 'parts' | 'shortLived'>;
  current: Pick<CurrentPreviews, 'find'>;
  /** Milliseconds since 1970. */
  now: () => number;
}

export type Wishes = ReturnType<typeof openWishes>;

/** Looks up what is wished for. Null: nothing, or nothing any more. */
export function openWishes({ registry, current, now }: WishesOptions) {
  /** The selection in a text, if the browser is in a preview of its own choice. */
  async function askedIn(request: PreviewRequest, text: string) {
    const selected = await current.find(request);
    const asked = selected === null ? null : parseSelection(text, selected.channel);
    if (selected === null || asked === null || selected.link !== undefined) return null;
    return { selected, asked };
  }

  async function ticketOf(ticket: string) {
    const kept = await registry.shortLived.find('preview-ticket', ticket);
    if (kept === null) return null;
    const { target, by } = v.parse(grantedTicket, kept);
    return { selected: { builds: {}, ...target }, by };
  }

  async function linkOf(secret: string) {
    const link = await registry.parts.previewLinkOf({ secret });
    if (link === null) return null;
    const { id, channel } = link;
    return { link, selected: { channel, builds: buildsOfLink(link), link: id } };
  }

  return {
    askedIn,
    ticketOf,
    linkOf,
    async wanted(request: PreviewRequest, { kind, text }: Wish): Promise<Wanted | null> {
      const hour = now() + lifetimeSeconds * 1_000;
      if (kind === 'look') {
        const found = await askedIn(request, text);
        return found && { selected: found.asked, by: null, until: hour, once: false };
      }
      if (kind === 'ticket') {
        const granted = await ticketOf(text);
        return granted && { ...granted, until: hour, once: false };
      }
      const found = await linkOf(text);
      if (found === null) return null;
      const { createdBy: by, once: onlyOne, expiresAt } = found.link;
      const ends = Date.parse(expiresAt);
      const until = onlyOne ? ends : Math.min(ends, hour);
      return { selected: found.selected, by, until, once: onlyOne };
    },
  };
}
