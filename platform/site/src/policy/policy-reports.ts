import { type BuildKey, buildKeySchema } from '@tallystick/registry/contract/build-key';
import type { Registry } from '@tallystick/registry/registry';
import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import { acceptText, isSameOrigin } from '../http/posts.ts';
import { refuse } from '../http/refuse.ts';
import type { Previews } from '../preview/previews.ts';

/** Where browsers report what the policy has refused. */
export const policyReportsPath = '/releases/policy-reports';

/** Largest report, in bytes. */
const bodyLimit = 8_192;
/** How many different breaches are logged in a period; further ones are dropped. */
const maxBreaches = 50;
/** Milliseconds after which the same breach is logged again. */
const period = 60_000;

const line = v.pipe(v.optional(v.string(), ''), v.maxLength(4_096));
const reportSchema = v.object({
  'csp-report': v.object({
    'document-uri': line,
    'effective-directive': line,
    'violated-directive': line,
    'blocked-uri': line,
    'source-file': line,
    'line-number': v.optional(v.number(), 0),
  }),
});

/** Directives of our policies, and the names that browsers use for parts of them. */
const directives =
  /^(?:default|script|style|img|font|worker|connect|media|frame|object|manifest|child)-src(?:-elem|-attr)?$|^(?:base-uri|form-action|trusted-types|require-trusted-types-for)$/;

export interface PolicyReportsOptions {
  registry: Pick<Registry, 'reports'>;
  previews: Pick<Previews, 'has'>;
  log(line: string): void;
  /** Milliseconds since 1970. */
  now: () => number;
}

/**
 * `POST /releases/policy-reports`: what a page's Content-Security-Policy has refused, as browsers report it. Reports are
 * accepted from pages of this site alone. Each kind of breach is logged once a minute. Searches, fragments and paths
 * elsewhere are left out, as they could have secrets. What a build's file tried is counted for that build, except in a
 * preview.
 */
export function policyReports(
  server: FastifyInstance,
  { registry, previews, log, now }: PolicyReportsOptions,
): void {
  let began = now();
  const seen = new Map<string, number>();

  function note(breach: string): void {
    if (now() - began >= period) {
      for (const [text, count] of seen) if (count > 1) log(`${text} (${count} times in a minute)`);
      seen.clear();
      began = now();
    }
    const before = seen.get(breach) ?? 0;
    if (before === 0 && seen.size >= maxBreaches) return;
    seen.set(breach, before + 1);
    if (before === 0) log(breach);
  }

  void server.register(async (scope) => {
    acceptText(scope, '*', bodyLimit);
    scope.post(policyReportsPath, { bodyLimit }, async (request, reply) => {
      if (!isSameOrigin(request))
        return refuse(reply, 403, 'Reports come from pages of this site.');
      const report = v.safeParse(v.pipe(v.string(), v.parseJson(), reportSchema), request.body);
      if (!report.success) return refuse(reply, 400, 'This is no report of a policy.');
      const { 'csp-report': told } = report.output;
      const { host = '' } = request.headers;
      note(breachOf(told, host));
      const build = buildOf(told, host);
      const directive = directiveOf(told);
      const counts = build !== null && directives.test(directive);
      // While the registry does not answer, it may come from a preview.
      if (counts && !(await previews.has(request).catch(() => true))) {
        const blocked = locationOf(told['blocked-uri'], host);
        registry.reports.noteBreach({ ...build, directive, blocked });
      }
      return reply.code(204).send();
    });
  });
}

type Report = v.InferOutput<typeof reportSchema>['csp-report'];

/** One line: what was refused, where, and by which file of ours it was asked for. */
function breachOf(report: Report, host: string): string {
  const directive = directiveOf(report);
  const blocked = locationOf(report['blocked-uri'], host);
  const page = locationOf(report['document-uri'], host);
  const file = locationOf(report['source-file'], host);
  const by = file === '' ? '' : `, asked for by ${file}:${report['line-number']}`;
  return `The policy refused ${blocked} (${directive}) on ${page}${by}`;
}

/** An address of this site as its path, any other as its origin alone. A word such as `inline` stays as it is. */
function locationOf(text: string, host: string): string {
  const url = URL.parse(text);
  if (url === null) return wordOf(text);
  if (url.host === host) return wordOf(url.pathname);
  return url.host === '' ? wordOf(url.protocol) : `${url.protocol}//${url.host}`;
}

/** A text from a report, made safe for a log: it cannot break a line or fill it. */
function wordOf(text: string): string {
  return text.replaceAll(/[^\w./:-]/g, '').slice(0, 120);
}

function directiveOf(report: Report): string {
  return wordOf(report['effective-directive'] || report['violated-directive']);
}

/** The build whose file asked for what was refused, or was itself refused; null: there is none. */
function buildOf(report: Report, host: string): BuildKey | null {
  for (const address of [report['source-file'], report['blocked-uri']]) {
    const [, folder, app, build] = locationOf(address, host).split('/');
    const named = v.safeParse(buildKeySchema, { app, build });
    if (folder === 'artifacts' && named.success) return named.output;
  }
  return null;
}
