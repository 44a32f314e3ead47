/** The code of an error of the system or the database; '': it has none. */
export function codeOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : '';
}

/** What an error says, in one line; a name with several addresses fails with the errors of all of them. */
export function lineOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') return lineOf(error.errors[0]);
  const message = error instanceof Error ? error.message : String(error);
  return message.split('\n', 1)[0] ?? '';
}
