/** A label, with what of it was searched for marked. */
export function Marked({ label, text }: { label: string; text: string }) {
  const found =
    text === '' ? null : new RegExp(text.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&'), 'iu').exec(label);
  if (found === null) return label;
  const end = found.index + found[0].length;
  return (
    <>
      {label.slice(0, found.index)}
      <mark>{found[0]}</mark>
      {label.slice(end)}
    </>
  );
}
