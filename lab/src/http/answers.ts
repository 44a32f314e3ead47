const endOfHead = '\r\n\r\n';
const endOfChunks = '0\r\n\r\n';

/** Told of each answer of a connection: of its status and fields as they have come, and that it is whole. */
export interface Answered {
  head(status: string, fields: string): void;
  end(): void;
}

/**
 * Reads the answers of one connection, and of each no more than where it ends. Nothing may come right
 * after one that is sent in chunks: who asks again waits for its end.
 */
export function readAnswers(told: Answered): (piece: Buffer) => void {
  let head = '';
  let inBody = false;
  /** Bytes of the body that are still to come; null: until the last chunk. */
  let missing: number | null = 0;
  let tail = '';

  return (piece) => {
    let text = piece.toString('latin1');
    while (text !== '') {
      if (!inBody) {
        head += text;
        const end = head.indexOf(endOfHead);
        if (end < 0) return;
        text = head.slice(end + endOfHead.length);
        const fields = head.slice(0, end + 2);
        const length = /\r\ncontent-length: (\d+)/i.exec(fields)?.[1];
        missing = /\r\ntransfer-encoding: chunked/i.test(fields) ? null : Number(length ?? 0);
        told.head(head.slice(9, 12), fields);
        inBody = true;
        head = '';
        tail = '';
      }
      if (missing === null) {
        tail = (tail + text).slice(-endOfChunks.length);
        text = '';
        if (tail === endOfChunks) missing = 0;
      } else {
        const taken = Math.min(missing, text.length);
        missing -= taken;
        text = text.slice(taken);
      }
      if (missing !== 0) return;
      inBody = false;
      told.end();
    }
  };
}
