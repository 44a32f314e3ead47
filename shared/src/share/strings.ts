/** What sharing a page says. */
export const strings = {
  share: 'Share',
  send: 'Send…',
  link: 'link',
  print: 'Print',
  code: 'QR code of the address',
} as const;
