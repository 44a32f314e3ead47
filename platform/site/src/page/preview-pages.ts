import type { Result } from '@tallystick/contract/result';
import type { PreviewSelection } from '@tallystick/registry/contract/preview-selection';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Previews } from '../preview/previews.ts';
import { pathOf } from '../preview/selection.ts';
import { queryOf } from '../preview/wish.ts';
import { type Release, withApproved } from '../release/release.ts';
import type { Releases } from '../release/releases.ts';
import type { DescribeAddress } from './describe-address.ts';
import { sendNotice } from './notice.ts';
import { type PreparedPages, sendPage } from './prepared-pages.ts';

interface PreviewPagesOptions {
  previews: Pick<Previews, 'askPath' | 'end' | 'leavePath'>;
  releases: Pick<Releases, 'get'>;
  describe: DescribeAddress;
  prepared: Pick<PreparedPages, 'forOne'>;
}

/** Answers pages to browsers that are in a preview, or were. */
export function previewPages({ previews, releases, describe, prepared }: PreviewPagesOptions) {
  return {
    /** A link may come from anywhere: a preview changes only if somebody says so on a page that asks. */
    askFor(reply: FastifyReply, asked: PreviewSelection): FastifyReply {
      const query = queryOf({ kind: 'look', text: pathOf(asked) });
      return reply
        .header('cache-control', 'no-store')
        .redirect(`${previews.askPath}?${query}`, 303);
    },

    /** Says once that the preview has ended: the same answer removes the cookie. */
    async sendEnded(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
      reply.header('cache-control', 'no-store').header('set-cookie', await previews.end(request));
      return sendNotice(reply, {
        title: 'The preview has ended',
        text: 'This browser shows again what all visitors get.',
        // Not an address that would lead to another site.
        link: { href: request.url.replace(/^[/\\]+/, '/'), text: 'To the page' },
      });
    },

    async send(
      request: FastifyRequest,
      reply: FastifyReply,
      preview: Result<Release>,
    ): Promise<FastifyReply> {
      reply.header('cache-control', 'no-store');
      if (!preview.ok) {
        return sendNotice(reply.code(404), {
          title: 'There is no such preview',
          text: preview.problem,
          link: { href: previews.leavePath, text: 'Leave the preview' },
        });
      }
      const described = await describe(request.url, preview.value.document);
      if (described.movedTo !== undefined) return reply.redirect(described.movedTo, 301);
      const newest = await releases.get().catch(() => null);
      const release = withApproved(preview.value, newest?.value?.settings ?? new Map());
      const page = await prepared.forOne(described, release, request.url);
      return sendPage(request, reply.code(described.status), page);
    },
  };
}
