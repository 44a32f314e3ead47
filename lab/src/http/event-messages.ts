/** The messages of a stream of events, each without the empty line that ends it. */
export async function* eventMessages(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let text = '';
  for await (const piece of pieces) {
    const messages = (text + piece).split('\n\n');
    text = messages.pop() ?? '';
    yield* messages;
  }
}
