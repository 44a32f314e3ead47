import type pg from 'pg';

/** Rows in the text format of COPY. */
export interface CopiedRows {
  bytes: Buffer;
  rows: number;
}

const messageOf = (letter: string, body: Uint8Array): Buffer => {
  const head = Buffer.alloc(5);
  head.write(letter);
  head.writeInt32BE(4 + body.length, 1);
  return Buffer.concat([head, body]);
};

/**
 * Runs `copy … to stdout`, or `copy … from stdin` with the rows `input`. All rows are in memory, so it is for parts of a
 * table. The input is sent with the statement, without waiting until the server is ready for it.
 */
export function runCopy(
  client: pg.ClientBase,
  statement: string,
  input?: Uint8Array,
): Promise<CopiedRows> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    let rows = 0;
    client.query({
      submit: ({ stream }: Pick<pg.Connection, 'stream'>) => {
        const messages = [messageOf('Q', Buffer.from(`${statement}\0`))];
        if (input) messages.push(messageOf('d', input), messageOf('c', Buffer.alloc(0)));
        stream.write(Buffer.concat(messages));
      },
      handleCopyInResponse: () => {},
      // A copy: `pg` reuses the buffer that the chunk is a part of.
      handleCopyData: ({ chunk }: { chunk: Buffer }) => parts.push(Buffer.from(chunk)),
      handleCommandComplete: ({ text }: { text: string }) => {
        rows = Number(text.replace('COPY ', ''));
      },
      handleReadyForQuery: () => resolve({ bytes: Buffer.concat(parts), rows }),
      handleError: reject,
    });
  });
}
