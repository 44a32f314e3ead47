import * as v from 'valibot';
import { declaredSettingsSchema } from './declared-settings.ts';
import { ownSlotNameSchema, slotNameSchema } from './slots.ts';

export const widths = ['xtra', 'fluid', 'wide', 'medium', 'small', 'mini'] as const;
export type Width = (typeof widths)[number];
const widthSchema = v.picklist(widths);

/** The four zones of a page; a zone left out takes the shell's default. */
export const layoutSchema = v.object({
  header: v.optional(v.object({ size: v.optional(widthSchema), visible: v.optional(v.boolean()) })),
  media: v.optional(
    v.object({
      size: v.optional(widthSchema),
      /** Background image. */
      link: v.optional(v.string()),
      data: v.optional(v.object({ title: v.string(), text: v.optional(v.string()) })),
    }),
  ),
  main: v.optional(v.object({ size: v.optional(widthSchema) })),
  footer: v.optional(v.object({ size: v.optional(widthSchema) })),
});
export type Layout = v.InferOutput<typeof layoutSchema>;

/** A route that an app brings: `page` is the first part of the document title. */
export const declaredRouteSchema = v.object({
  path: v.pipe(v.string(), v.startsWith('/')),
  page: v.string(),
  /**
   * What the page is about, in a word of the site: all things of a kind, or one thing by its id. The id is the path's
   * only parameter. Links name it by this word, and the search leads there.
   */
  about: v.optional(v.pipe(v.string(), v.regex(/^[a-z][a-z0-9-]{0,62}$/))),
  /** A sentence about the page, for previews of links to it; absent: the banner's text. */
  description: v.optional(v.string()),
  layout: v.optional(layoutSchema),
});
export type DeclaredRoute = v.InferOutput<typeof declaredRouteSchema>;

export const userKinds = ['user', 'team'] as const;
export const tiers = ['lite'] as const;

/**
 * A menu entry; `link` is the path without its leading slash, or `/` for home. A `remote.json` may leave out what says
 * for whom it is (`user`, `subs`: everybody) and whether it is shown (`actv`: it is).
 */
export const menuEntrySchema = v.object({
  name: v.string(),
  text: v.string(),
  icon: v.string(),
  link: v.string(),
  user: v.optional(v.array(v.picklist(userKinds)), () => [...userKinds]),
  subs: v.optional(v.array(v.picklist(tiers)), () => [...tiers]),
  actv: v.optional(v.boolean(), true),
  /** Entries are shown in ascending order, those of all apps together. */
  order: v.number(),
});
export type MenuEntry = v.InferOutput<typeof menuEntrySchema>;

/** Addresses that a remote had and has given up, and the page that took their place: both are declared paths. */
export const redirectSchema = v.object({ from: v.string(), to: v.string() });
export type Redirect = v.InferOutput<typeof redirectSchema>;

/** What a remote says of itself, as pages and servers read it. */
export const remoteDeclarationSchema = v.object({
  $schema: v.optional(v.string()),
  name: v.pipe(v.string(), v.regex(/^[a-z][a-z0-9-]{0,62}$/)),
  title: v.string(),
  routes: v.array(declaredRouteSchema),
  menu: v.array(menuEntrySchema),
  /** Addresses of before that lead to one of its routes. */
  redirects: v.optional(v.array(redirectSchema)),
  /** What it needs of the content security policy of the pages. */
  policy: v.optional(
    v.object({
      /** Origins that it calls beside the site's own; each holds once a manager has approved it for the app. */
      connect: v.optional(v.array(v.string())),
      /**
       * Openings that it cannot do without, such as `wasm` or `frames:https://films.example`. Each holds where the site
       * has it, or once a manager has approved it for the app; `injectedStyles` and `cleanedMarkup` are the site's alone.
       */
      needs: v.optional(v.array(v.string())),
    }),
  ),
  /** Widgets that other remotes may show, such as `./note-card`. */
  exposes: v.optional(v.array(v.pipe(v.string(), v.regex(/^\.\/[a-z][a-z0-9-]{0,62}$/)))),
  /** Slots of its pages into which other remotes may bring widgets, such as `beside`. */
  slots: v.optional(v.array(ownSlotNameSchema)),
  /** Widgets of its `exposes` that it brings into slots of others, such as `mfe-notes:beside`. */
  brings: v.optional(
    v.array(
      v.object({
        slot: slotNameSchema,
        expose: v.string(),
        /** What is in a slot stands in ascending order, that of all apps together. */
        order: v.number(),
      }),
    ),
  ),
  /** Settings and flags, which a manager sets for each channel. Everybody can read them. */
  settings: v.optional(declaredSettingsSchema),
});
export type RemoteDeclaration = v.InferOutput<typeof remoteDeclarationSchema>;
