import { pageConfiguration } from '../configuration/page-configuration.ts';
import type { NoticesProps } from '../shell.ts';

/** What an open tab says of releases. The place of the words is there before them, so that they are read out. */
export function PlainNotices({ replaced, shell, kept, lost, tell }: NoticesProps) {
  const { productName } = pageConfiguration();
  const words = [
    kept ? `${productName} cannot be reached just now. This is a saved copy.` : '',
    replaced === null ? '' : `${replaced} was rolled back to an earlier version.`,
    ...lost.map(({ title, texts }) => {
      const rest = texts.length > 0 ? 'Here is what you typed.' : 'What you had not saved is lost.';
      return `${title} was withdrawn while you worked there. ${rest}`;
    }),
    shell === 'none' ? '' : `A new version of ${productName} is ready.`,
  ].filter((one) => one !== '');
  return (
    <section>
      <p role="status">{words.join(' ')}</p>
      {replaced === null ? null : (
        <button type="button" onClick={() => tell('dismissed')}>
          Close
        </button>
      )}
      {lost.flatMap(({ title, texts }) =>
        texts.map(({ label, text }, at) => (
          <label key={`${title}${at}`}>
            {label === '' ? title : label}
            <textarea readOnly value={text} />
          </label>
        )),
      )}
      {lost.length === 0 ? null : (
        <button type="button" onClick={() => tell('copied')}>
          Done
        </button>
      )}
      {shell === 'none' ? null : (
        <button type="button" onClick={() => tell('accepted')}>
          Load the new version
        </button>
      )}
      {shell === 'new' ? (
        <button type="button" onClick={() => tell('later')}>
          Later
        </button>
      ) : null}
    </section>
  );
}
