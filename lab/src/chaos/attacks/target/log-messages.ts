import * as v from 'valibot';

const lineSchema = v.pipe(v.string(), v.parseJson(), v.object({ msg: v.string() }));

/** What a server's log says in words: the message of each line of JSON, and any other line as it is. */
export function logMessages(text: string): string {
  const words = (line: string) => {
    const parsed = v.safeParse(lineSchema, line);
    return parsed.success ? parsed.output.msg : line;
  };
  return text.split('\n').map(words).join('\n');
}
