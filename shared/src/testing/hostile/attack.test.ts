import { createServer } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { attack } from './attack.testing.ts';
import { hostileTexts, planted } from './hostile-text.testing.ts';

describe('an attack', () => {
  let close = async () => {};
  afterEach(() => close());

  /** A server that answers everything so. */
  async function badServer(status: number, type: string, body: string): Promise<string> {
    const server = createServer((_request, response) =>
      response.writeHead(status, { 'content-type': type }).end(body),
    );
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    close = () => new Promise((done) => server.close(() => done()));
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    return `http://127.0.0.1:${address.port}`;
  }

  it.each([
    [500, 'application/json', '{}', '500 {}'],
    [200, 'text/html', `<p>${planted}</p>`, 'what was sent, as HTML'],
    [400, 'text/plain', 'Error: no\n    at call (/srv/a.ts:3:4)', 'its inside: Error: no'],
  ])('finds an answer of %d, %s, %s', async (status, type, body, problem) => {
    const { findings, answers } = await attack({
      url: await badServer(status, type, body),
      routes: [{ method: 'POST', path: '/a/:b' }],
      words: ['a'],
      examples: { '/a/:b': { a: 1 } },
      callers: [{}],
      count: hostileTexts.length,
      seed: 1,
    });
    expect(findings.length).toBeGreaterThan(10);
    expect(findings[0]).toMatchObject({ route: 'POST /a/:b' });
    expect(findings[0]?.problem).toContain(problem);
    expect(answers['POST /a/:b']).toHaveProperty(String(status));
  });
});
