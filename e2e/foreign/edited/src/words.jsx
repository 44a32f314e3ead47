export function Words() {
  return <p className="words">first words</p>;
}
