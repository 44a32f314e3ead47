import DOMPurify from 'dompurify';

export function show(element) {
  const text = '<b>bread</b><script>globalThis.attacked = true</script>';
  element.innerHTML = DOMPurify.sanitize(text, { RETURN_TRUSTED_TYPE: true });
}
export const isRight = (element) =>
  element.innerHTML === '<b>bread</b>' && !('attacked' in globalThis);
