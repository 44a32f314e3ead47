import { useState } from 'react';
import { Words } from './words.jsx';
import './words.css';

export function Page() {
  const [draft, setDraft] = useState('');
  return (
    <section>
      <h1>As it was</h1>
      <label>
        Draft <input value={draft} onChange={(event) => setDraft(event.target.value)} />
      </label>
      <Words />
    </section>
  );
}
