/** A page that is announced and not there yet. */
export function ComingSoon({ title }: { title: string }) {
  return (
    <>
      <h1>{title}</h1>
      <p>Coming Soon</p>
    </>
  );
}
