type Area = 'localStorage' | 'sessionStorage';

/** What the browser keeps under a name; null: nothing, or it forbids storage, and even to name it throws. */
export function readStored(area: Area, name: string): string | null {
  try {
    return globalThis[area].getItem(name);
  } catch {
    return null;
  }
}

/** Keeps a text; null: nothing any more. Answers whether it is so: storage may be full or forbidden. */
export function writeStored(area: Area, name: string, text: string | null): boolean {
  try {
    if (text === null) globalThis[area].removeItem(name);
    else globalThis[area].setItem(name, text);
    return true;
  } catch {
    return false;
  }
}
