import { jsx } from 'react/jsx-runtime';
import './late.css';

// What React's `lazy` takes.
// biome-ignore lint/style/noDefaultExport: as above
export default function Late() {
  return jsx('p', { className: 'late', children: 'Late part of BUILD' });
}
