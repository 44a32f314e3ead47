import type { Layout } from '@tallystick/contract/remote';

/** A page's zones with every setting decided. */
export type PageLayout = ReturnType<typeof pageLayout>;

/**
 * Fills in what a route leaves open. A banner without words or image is no banner. `base` is the path
 * of the declaring app's artifact, from which a relative image is taken.
 */
export function pageLayout(given: Layout | undefined, base: string) {
  const media = given?.media;
  return {
    header: { size: given?.header?.size ?? 'medium', visible: given?.header?.visible ?? true },
    media:
      media?.data === undefined && media?.link === undefined
        ? null
        : {
            size: media.size ?? 'medium',
            link: media.link === undefined ? null : imagePath(media.link, base),
            title: media.data?.title ?? '',
            text: media.data?.text ?? null,
          },
    /** The size of the media zone for what the page itself shows there. */
    mediaSize: media?.size ?? 'medium',
    main: { size: given?.main?.size ?? 'medium' },
    footer: { size: given?.footer?.size ?? 'medium' },
  };
}

function imagePath(link: string, base: string): string {
  return link.startsWith('/') || URL.canParse(link) ? link : base + link;
}
