import * as v from 'valibot';
import { defineSite } from '../definition/define-site.ts';

const breadSchema = v.object({ data: v.object({ name: v.string() }) });
const breadsSchema = v.object({
  data: v.object({ pages: v.number(), ids: v.array(v.string()) }),
});

/** A bakery, as a site of the platform: what this package's tests serve. */
export default defineSite({
  names: {
    product: 'Bakery </script><b>',
    tagline: 'Bread, every day',
    description: 'What the bakery has today.',
  },
  subjects: { breads: 'all', bread: 'one' },
  shellPages: [
    { path: '/api', page: 'API' },
    { path: '/contact', page: 'Contact Us' },
  ],
  ownPaths: ['/menus/'],
  settings: { BREADS_URL: v.optional(v.pipe(v.string(), v.url('is no address'))) },
  configure({ BREADS_URL: url = 'http://breads.test' }, { productName }) {
    return {
      page: { breadsUrl: url },
      services: ['breadsUrl'],
      connect: [url],
      api: {
        url,
        headers: { 'x-counter': 'two' },
        reads: (call) => (/^breads\/(list|one)(\/|$)/.test(call.path) ? call : null),
      },
      async describe({ id, path }, { ask }) {
        const answer = await ask('breads/one', { id });
        if (answer.code === 404) return 'missing';
        const read = v.safeParse(breadSchema, answer);
        if (!read.success) return 'unknown';
        const { name } = read.output.data;
        return { title: name, description: `${name}, baked today.`, path };
      },
      sitemap: {
        async breads(page, { askLong, linkTo }) {
          if (linkTo('bread', 'any') === null) return { pages: 0, paths: [] };
          const read = v.safeParse(breadsSchema, await askLong(`breads/ids/${page}`, null));
          if (!read.success) return 'unknown';
          const { pages, ids } = read.output.data;
          return { pages, paths: ids.flatMap((id) => linkTo('bread', id) ?? []) };
        },
      },
      files: [
        {
          below: '/menus/',
          type: 'text/plain; charset=utf-8',
          maxAge: 60,
          make: async (path) => (path === '/menus/today' ? `Menu of ${productName}` : 'missing'),
        },
      ],
    };
  },
});
