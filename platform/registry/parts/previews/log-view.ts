import * as v from 'valibot';
import { logView } from '../../src/audit/log-view.ts';
import { buildKeySchema } from '../../src/contract/build-key.ts';
import {
  buildsOfLink,
  type PreviewLink,
  previewLinkSchema,
} from '../../src/contract/preview-selection.ts';

const idSchema = v.object({ id: v.string() });
const openedSchema = v.object({ ...previewLinkSchema.entries, fingerprint: v.string() });
const deletedSchema = v.object({ deleted: v.array(buildKeySchema) });
const changeSchema = v.object({
  revision: v.object({ endedPreviews: v.exactOptional(v.array(idSchema)) }),
});

/** The link of a preview by the log, with the fingerprint of its secret. */
export interface GrantedLink {
  link: PreviewLink;
  fingerprint: string;
  sequence: number;
}

/** The links that nobody has ended, by id; also what has expired, while the build is there. */
export const previewLog = logView(
  () => new Map<string, GrantedLink>(),
  (links, { action, detail, sequence }) => {
    if (action === 'preview-link') {
      const { fingerprint, ...link } = v.parse(openedSchema, detail);
      links.set(link.id, { link, fingerprint, sequence });
    } else if (action === 'preview-end') {
      links.delete(v.parse(idSchema, detail).id);
    } else if (action === 'change') {
      const { endedPreviews = [] } = v.parse(changeSchema, detail).revision;
      for (const { id } of endedPreviews) links.delete(id);
    } else if (action === 'gc') {
      const { deleted } = v.parse(deletedSchema, detail);
      const gone = new Set(deleted.map(({ app, build }) => `${app}@${build}`));
      for (const [id, { link }] of links) {
        const shown = Object.entries(buildsOfLink(link));
        if (shown.some(([app, build]) => gone.has(`${app}@${build}`))) links.delete(id);
      }
    }
  },
);
