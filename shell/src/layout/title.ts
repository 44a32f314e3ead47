const tagline = 'Privacy First Data Ownership and Monetization Platform';

/** `{page} • {product} • Privacy First Data Ownership and Monetization Platform` */
export function documentTitle(page: string, productName: string): string {
  return `${page} • ${productName} • ${tagline}`;
}

/** The words at the foot of each page. */
export function footerText(productName: string): string {
  return `${productName} · ${tagline}`;
}
